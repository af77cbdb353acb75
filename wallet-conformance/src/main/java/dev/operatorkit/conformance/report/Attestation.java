package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.operatorkit.conformance.suite.Plan;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes and verifies {@code attestation.dsse.json}: an in-toto statement about the result of the run, whose subjects are the SHA-256
 * of every other file of the bundle, in a signed DSSE envelope. See in-toto.io/attestation and github.com/secure-systems-lab/dsse.
 */
final class Attestation {
    static final String NAME = "attestation.dsse.json";
    static final String PAYLOAD_TYPE = "application/vnd.in-toto+json";
    private static final String STATEMENT = "https://in-toto.io/Statement/v1";
    private static final String TEST_RESULT = "https://in-toto.io/attestation/test-result/v0.1";

    private Attestation() {}

    /** Returns the signed envelope of a statement about these files; what it says about the run is taken from the results. */
    static byte[] of(JsonNode results, SortedMap<String, byte[]> files, SigningKey key) {
        var payload = statement(results, files);
        return envelope(payload, key.sign(encode(PAYLOAD_TYPE, payload)));
    }

    private static byte[] envelope(byte[] payload, byte[] signed) {
        var envelope = ReportJson.object();
        envelope.put("payload", Base64.getEncoder().encodeToString(payload));
        envelope.put("payloadType", PAYLOAD_TYPE);
        var signature = envelope.putArray("signatures").addObject();
        // A hint. Tools that compute ids in another way skip a signature with one they do not know.
        signature.put("keyid", "");
        signature.put("sig", Base64.getEncoder().encodeToString(signed));
        return ReportJson.write(envelope);
    }

    private static byte[] statement(JsonNode results, SortedMap<String, byte[]> files) {
        var statement = ReportJson.object();
        statement.put("_type", STATEMENT);
        var subjects = statement.putArray("subject");
        files.forEach((name, content) ->
                subjects.addObject().put("name", name).putObject("digest").put("sha256", Plan.sha256(content)));
        statement.put("predicateType", TEST_RESULT);
        var predicate = statement.putObject("predicate");
        var verdict = results.path("verdict").asText();
        predicate.put(
                "result",
                Map.of("CERTIFIED", "PASSED", "NOT_CERTIFIED", "FAILED").getOrDefault(verdict, "WARNED"));
        var plan = results.path("plan");
        var configuration = predicate.putArray("configuration").addObject();
        configuration.put(
                "name", plan.path("name").asText() + " " + plan.path("version").asText());
        configuration.putObject("digest").set("sha256", plan.path("sha256"));
        configuration.set("annotations", results.path("options"));
        var tests = Map.of("FAILED", predicate.putArray("failedTests"), "SKIPPED", predicate.putArray("warnedTests"));
        var passed = predicate.putArray("passedTests");
        for (var each : results.path("cases")) {
            ArrayNode list = tests.getOrDefault(each.path("result").asText(), passed);
            list.add(each.path("id"));
        }
        // What is tested, by the same names as in the results.
        for (var name :
                new String[] {"suite", "specification", "verdict", "wallet", "operator", "description", "started"}) {
            if (results.has(name)) {
                predicate.set(name, results.path(name));
            }
        }
        return ReportJson.write(statement);
    }

    /** Returns what DSSE signs: the type and the payload with their lengths, so that neither can be taken for a part of the other. */
    static byte[] encode(String type, byte[] payload) {
        var head = "DSSEv1 " + type.getBytes(StandardCharsets.UTF_8).length + " " + type + " " + payload.length + " ";
        var first = head.getBytes(StandardCharsets.UTF_8);
        var encoded = new byte[first.length + payload.length];
        System.arraycopy(first, 0, encoded, 0, first.length);
        System.arraycopy(payload, 0, encoded, first.length, payload.length);
        return encoded;
    }

    /** Returns the statement in an envelope; throws when this key did not sign it. */
    static JsonNode verify(byte[] content, PublicKey key) {
        var envelope = ReportJson.read(NAME, content);
        var payload = decode(envelope.path("payload"));
        var signature = decode(envelope.path("signatures").path(0).path("sig"));
        if (!SigningKey.verify(key, encode(envelope.path("payloadType").asText(), payload), signature)) {
            throw new IllegalArgumentException(
                    "The attestation was not signed with the key " + SigningKey.idOf(key) + ".");
        }
        var statement = statement(envelope, payload);
        if (!Arrays.equals(content, envelope(payload, signature))) {
            throw new IllegalArgumentException(NAME + " has more in it than the signed statement and one signature.");
        }
        return statement;
    }

    private static JsonNode statement(JsonNode envelope, byte[] payload) {
        var statement = ReportJson.read("The payload of " + NAME, payload);
        if (!envelope.path("payloadType").asText().equals(PAYLOAD_TYPE)
                || !statement.path("_type").asText().equals(STATEMENT)
                || !statement.path("predicateType").asText().equals(TEST_RESULT)) {
            throw new IllegalArgumentException(NAME + " is not an in-toto statement about a test result.");
        }
        return statement;
    }

    private static byte[] decode(JsonNode base64) {
        try {
            return Base64.getDecoder().decode(base64.asText());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(NAME + " has a value that is not base64.", e);
        }
    }

    /** Returns the SHA-256 of each subject by its name. */
    static SortedMap<String, String> subjects(JsonNode statement) {
        var subjects = new TreeMap<String, String>();
        for (var subject : statement.path("subject")) {
            var name = subject.path("name").asText();
            if (subjects.put(name, subject.path("digest").path("sha256").asText()) != null) {
                throw new IllegalArgumentException("The attestation lists " + name + " twice.");
            }
        }
        return subjects;
    }
}
