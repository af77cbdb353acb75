package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Holds what the reports of a run are made from. They depend on nothing else, neither the time nor the machine, so that
 * {@link BundleCheck} can make them again.
 *
 * @param suite the name and version of the suite that made the run
 * @param run the run without its tokens
 * @param expected the cases that are known to fail
 */
record RunReport(String suite, SuiteResult run, ExpectedFailures expected) {

    /** Returns the reports and the exchanges of each case, by the names of their files. */
    SortedMap<String, byte[]> files() throws IOException {
        var files = new TreeMap<String, byte[]>();
        for (var result : run.results()) {
            files.put(ExchangeFile.name(result.testCase().id()), ExchangeFile.content(result));
        }
        var results = ResultsFile.content(this);
        files.put(ResultsFile.NAME, results);
        files.put(JUnitReport.NAME, JUnitReport.content(this));
        files.put(HtmlReport.NAME, HtmlReport.content(this, results));
        return files;
    }
}
