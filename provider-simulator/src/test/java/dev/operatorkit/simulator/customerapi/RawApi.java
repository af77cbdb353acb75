package dev.operatorkit.simulator.customerapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.raw.RawClient;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorForm;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls a simulator's Customer API with requests put together by hand: no SDK stands between test and wire. */
public final class RawApi {
    public static final String SECRET = "a-secret-for-tests";
    public static final SecretKeys KEYS = SecretKeys.of(SECRET);

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI base;

    public RawApi(Simulator simulator) {
        this(simulator.address());
    }

    public RawApi(URI base) {
        this.base = base;
    }

    /** Starts a simulator with one operator, which signs as the requests of this class. */
    public static Simulator startSimulator() {
        return Simulator.start(SimulatorSettings.local(Operator.of("demo", KEYS, null)));
    }

    /** Returns an operator with another value of a setting, as the admin API changes it. */
    static Operator with(Operator operator, String setting, Object value) {
        return OperatorForm.apply(operator, JSON.valueToTree(Map.of(setting, value)));
    }

    /** Holds the response. */
    public record Reply(int status, HttpResponse<byte[]> raw) {
        public String text() {
            return new String(raw.body(), StandardCharsets.UTF_8);
        }

        public JsonNode json() {
            try {
                return JSON.readTree(raw.body());
            } catch (IOException e) {
                throw new UncheckedIOException(text(), e);
            }
        }

        public String message() {
            return json().path("message").asText();
        }

        public String header(String name) {
            return raw.headers().firstValue(name).orElse("");
        }
    }

    /** Builds a request that is signed, or that a test breaks. */
    public final class Request {
        private final String method;
        private final String path;
        private final String query;
        private final byte[] body;
        private String operator = "demo";
        private SecretKeys keys = KEYS;
        private String timestamp = Long.toString(Clock.systemUTC().millis());
        private String signature = "";
        private final List<String> headers = new ArrayList<>();

        private Request(String method, String path, String query, byte[] body) {
            this.method = method;
            this.path = path;
            this.query = query;
            this.body = body;
        }

        public Request as(String operator, SecretKeys keys) {
            this.operator = operator;
            this.keys = keys;
            return this;
        }

        public Request at(String timestamp) {
            this.timestamp = timestamp;
            return this;
        }

        public Request signature(String signature) {
            this.signature = signature;
            return this;
        }

        public Request header(String name, String value) {
            headers.add(name);
            headers.add(value);
            return this;
        }

        public String correctSignature() {
            return new Signer(keys).sign(path, timestamp, SignedData.of(query.isEmpty() ? null : query, body));
        }

        /** Sends it with all three headers. */
        public Reply send() {
            header("X-Operator", operator);
            header("X-Svc-Timestamp", timestamp);
            header("X-Svc-Signature", signature.isEmpty() ? correctSignature() : signature);
            return sendUnchanged();
        }

        /** Sends it with all three headers and returns the status of the response. */
        public int status() {
            return send().status();
        }

        /** Sends it with the headers that were set by hand, and no others. */
        public Reply sendUnchanged() {
            var request = HttpRequest.newBuilder(URI.create(base + path + (query.isEmpty() ? "" : "?" + query)))
                    .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
            if (body.length > 0 && !headers.contains("Content-Type")) {
                request.header("Content-Type", "application/json");
            }
            for (var i = 0; i < headers.size(); i += 2) {
                if (!headers.get(i + 1).isEmpty()) {
                    request.header(headers.get(i), headers.get(i + 1));
                }
            }
            try {
                var raw = HTTP.send(request.build(), BodyHandlers.ofByteArray());
                return new Reply(raw.statusCode(), raw);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public Request get(String path, String query) {
        return new Request("GET", path, query, new byte[0]);
    }

    public Request get(String path) {
        return get(path, "");
    }

    public Request post(String path, String body) {
        return new Request("POST", path, "", body.getBytes(StandardCharsets.UTF_8));
    }

    public Request request(String method, String path, String query, byte[] body) {
        return new Request(method, path, query, body);
    }

    public Request delete(String path) {
        return new Request("DELETE", path, "", new byte[0]);
    }

    /** Creates a campaign with default fields, some of them replaced: {@code "maxRounds", "null"}. */
    public Reply createCampaign(String code, String... replacements) {
        return post("/api/v1/free-rounds/campaigns", campaign(code, replacements))
                .send();
    }

    public static String campaign(String code, String... replacements) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("campaignCode", '"' + code + '"');
        fields.put("campaignName", "\"Name of " + code + '"');
        fields.put("amount", "0.50");
        fields.put("currencyCode", "\"EUR\"");
        fields.put("startDate", "\"2026-01-01T00:00:00.000Z\"");
        fields.put("endDate", "\"2099-12-31T23:59:59.000Z\"");
        fields.put("gameSlugs", "[\"cherry-rush\",\"ruby-falls\"]");
        fields.put("maxRounds", "10");
        return object(fields, replacements);
    }

    public Reply createCode(String campaign, String code, String... replacements) {
        return post("/api/v1/free-rounds/campaigns/codes", code(campaign, code, replacements))
                .send();
    }

    public static String code(String campaign, String code, String... replacements) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("campaignCode", '"' + campaign + '"');
        fields.put("userId", "\"player-1\"");
        fields.put("currencyCode", "\"EUR\"");
        fields.put("bonusCode", '"' + code + '"');
        return object(fields, replacements);
    }

    /** Returns a JSON object with some fields replaced; an empty value removes the field. */
    private static String object(Map<String, String> fields, String... replacements) {
        for (var i = 0; i < replacements.length; i += 2) {
            fields.put(replacements[i], replacements[i + 1]);
        }
        var body = new StringBuilder("{");
        fields.forEach((name, value) -> {
            if (!value.isEmpty()) {
                body.append(body.length() > 1 ? "," : "")
                        .append('"')
                        .append(name)
                        .append("\":")
                        .append(value);
            }
        });
        return body.append('}').toString();
    }

    public Reply search(String filter) {
        return post("/api/v1/free-rounds/campaigns/search", filter).send();
    }

    public URI base() {
        return base;
    }

    /** Holds a response as raw text. */
    public record RawReply(String text) {
        public int status() {
            return Integer.parseInt(text.substring(9, 12));
        }

        String message() throws IOException {
            return JSON.readTree(text.substring(text.indexOf("\r\n\r\n") + 4))
                    .path("message")
                    .asText();
        }
    }

    /** Sends this text, which the HTTP client of the JDK may refuse to send, and reads until the connection is closed. */
    public RawReply sendRaw(String text) {
        try {
            return new RawReply(RawClient.exchange(base.toString(), text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends an unsigned request for this method and path. Each of its header lines ends with CR LF. */
    public RawReply sendRaw(String line, String headers, String body) {
        return sendRaw(line + " HTTP/1.1\r\n" + headers + "Connection: close\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    /**
     * Sends a request with this head and, on the same connection, one for {@code /admin/health}. Returns both responses, so that
     * a body after the first head is seen.
     */
    public String sendThenGetHealth(String head) {
        return sendRaw(head + "GET /admin/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .text();
    }

    /** Returns the signed head of a request without a body that asks for the connection to be closed. */
    String closingHead(String method, String path, String query, String headers) {
        return head(method, path, query, "", "Connection: close\r\n" + headers);
    }

    /** Returns the head of a request, signed over this query or body, with further header lines, each ended by CR LF. */
    String head(String method, String path, String query, String body, String headers) {
        var request = new Request(method, path, query, body.getBytes(StandardCharsets.UTF_8));
        return method + " " + path + (query.isEmpty() ? "" : "?" + query) + " HTTP/1.1\r\nHost: localhost\r\n"
                + "X-Operator: demo\r\nX-Svc-Timestamp: " + request.timestamp + "\r\nX-Svc-Signature: "
                + request.correctSignature() + "\r\n" + headers + "\r\n";
    }
}
