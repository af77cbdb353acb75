package dev.operatorkit.conformance.report;

/** Says what in the files of a report cannot be read. */
final class UnreadableReportException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableReportException(String what) {
        super(what);
    }
}
