package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.CaseResult;
import dev.operatorkit.conformance.SuiteResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes the exchanges of a run, so that an edited report can be told from the one that was filed. */
final class ExchangeHashes {
    private ExchangeHashes() {}

    /** Returns SHA-256 over the bytes sent and received in a case, in order. */
    static String hash(CaseResult result) {
        var digest = sha256();
        result.exchanges().forEach(exchange -> {
            digest.update(exchange.sent());
            digest.update(exchange.received());
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns SHA-256 over ids, results and hashes of all cases. */
    static String hash(SuiteResult outcome) {
        var digest = sha256();
        outcome.results()
                .forEach(result ->
                        digest.update((result.testCase().id() + " " + result.verdict() + " " + hash(result) + "\n")
                                .getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
