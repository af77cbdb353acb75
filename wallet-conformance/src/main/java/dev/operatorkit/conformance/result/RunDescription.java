package dev.operatorkit.conformance.result;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Records who tested what. Each text is the tester's own and may be empty.
 *
 * @param tester the person or organisation
 * @param walletName the name of the wallet
 * @param walletVersion its version or commit
 * @param environment where it ran, such as staging
 */
public record RunDescription(String tester, String walletName, String walletVersion, String environment) {
    /** Returns a description without any text. */
    public static RunDescription none() {
        return new RunDescription("", "", "", "");
    }

    /** Returns the texts that are given, under the names that reports use. */
    public Map<String, String> given() {
        var texts = new LinkedHashMap<String, String>();
        texts.put("tester", tester);
        texts.put("walletName", walletName);
        texts.put("walletVersion", walletVersion);
        texts.put("environment", environment);
        texts.values().removeIf(String::isEmpty);
        return texts;
    }
}
