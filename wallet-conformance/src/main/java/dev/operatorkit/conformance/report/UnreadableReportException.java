package dev.operatorkit.conformance.report;

/** Signals that a part of a report cannot be read. Its message says which. */
final class UnreadableReportException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableReportException(String what) {
        super(what);
    }
}
