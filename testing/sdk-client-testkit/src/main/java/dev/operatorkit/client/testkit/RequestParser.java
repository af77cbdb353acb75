package dev.operatorkit.client.testkit;

import dev.operatorkit.client.Operation;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.Verification;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.Nullable;

/** Parses a received request. */
record RequestParser(RecordedRequest request) {
    private static final String GAMES = "/api/v1/games";
    private static final String CAMPAIGNS = "/api/v1/free-rounds/campaigns";

    /** Returns the operation; null when the request is not one of the Customer API. */
    @Nullable
    Operation operation() {
        var path = request.getUrl().encodedPath();
        return switch (request.getMethod()) {
            case "GET" -> path.equals(GAMES) ? Operation.CATALOGUE : isUnder(GAMES) ? Operation.LAUNCH : null;
            case "DELETE" -> isUnder(CAMPAIGNS) ? Operation.DISABLE_CAMPAIGN : null;
            case "POST" -> post(path);
            default -> null;
        };
    }

    private static @Nullable Operation post(String path) {
        return switch (path) {
            case CAMPAIGNS -> Operation.CREATE_CAMPAIGN;
            case CAMPAIGNS + "/search" -> Operation.SEARCH_CAMPAIGNS;
            case CAMPAIGNS + "/codes" -> Operation.CREATE_BONUS_CODE;
            default -> null;
        };
    }

    private boolean isUnder(String parent) {
        var path = request.getUrl().encodedPath();
        return path.startsWith(parent + "/") && path.indexOf('/', parent.length() + 1) < 0;
    }

    /** Returns the request as the signature covers it, with the target not decoded (SIG-14, D-40). */
    ReceivedRequest raw() {
        return ReceivedRequest.of(request.getMethod(), request.getTarget(), request.getHeaders()::values, body());
    }

    ReceivedCall received(Operation operation, Verification verification) {
        var path = "/" + String.join("/", request.getUrl().pathSegments());
        var text = new String(body(), StandardCharsets.UTF_8);
        return new ReceivedCall(operation, path, query(), request.getHeaders().toMultimap(), text, verification);
    }

    private Map<String, String> query() {
        var url = request.getUrl();
        var query = new HashMap<String, String>();
        for (var i = 0; i < url.querySize(); i++) {
            var value = url.queryParameterValue(i);
            query.put(url.queryParameterName(i), value == null ? "" : value);
        }
        return query;
    }

    byte[] body() {
        var body = request.getBody();
        return body == null ? new byte[0] : body.toByteArray();
    }

    /** Returns the last segment of the path: the slug of a launch or the code of a campaign to disable. */
    String lastSegment() {
        return request.getUrl().pathSegments().get(request.getUrl().pathSize() - 1);
    }

    @Nullable
    String header(String name) {
        return request.getHeaders().get(name);
    }
}
