package com.example.casino;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs the tests of this module, and exits with the number of those that failed. */
public final class CasinoTests {
    private CasinoTests() {}

    public static void main(String[] arguments) {
        var summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(CasinoTest.class))
                        .forExecution()
                        .listeners(summary)
                        .build());
        summary.getSummary().printTo(new PrintWriter(System.out, true));
        summary.getSummary().printFailuresTo(new PrintWriter(System.out, true));
        System.exit((int) summary.getSummary().getTotalFailureCount());
    }
}
