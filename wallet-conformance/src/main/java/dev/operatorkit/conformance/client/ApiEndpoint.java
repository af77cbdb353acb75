package dev.operatorkit.conformance.client;

import java.util.Arrays;
import java.util.Optional;

/** Lists the calls of the Customer API, each with the rule that describes it. */
public enum ApiEndpoint {
    /** Reads the catalogue. */
    CATALOGUE("GET", "/api/v1/games", "CAT-1"),
    /** Asks for a launch URL. */
    LAUNCH("GET", "/api/v1/games/*", "LAU-1"),
    /** Creates a campaign. */
    CREATE_CAMPAIGN("POST", "/api/v1/free-rounds/campaigns", "CAM-1"),
    /** Creates a bonus code. */
    CREATE_CODE("POST", "/api/v1/free-rounds/campaigns/codes", "BON-1"),
    /** Searches campaigns. */
    SEARCH("POST", "/api/v1/free-rounds/campaigns/search", "CAM-4"),
    /** Disables a campaign. */
    DISABLE("DELETE", "/api/v1/free-rounds/campaigns/*", "CAM-7");

    /** The beginning of every path of this version (VER-1). */
    static final String VERSION = "/api/v1/";

    private final String method;
    private final String path;
    private final String rule;

    ApiEndpoint(String method, String path, String rule) {
        this.method = method;
        this.path = path;
        this.rule = rule;
    }

    /** Returns the endpoint that a request names, if there is one. */
    public static Optional<ApiEndpoint> of(String method, String path) {
        return Arrays.stream(values())
                .filter(each -> each.method.equals(method) && each.isAt(path))
                .findFirst();
    }

    /** Returns the endpoint at this path with any method. */
    static Optional<ApiEndpoint> at(String path) {
        return Arrays.stream(values()).filter(each -> each.isAt(path)).findFirst();
    }

    private boolean isAt(String other) {
        if (!path.endsWith("*")) {
            return other.equals(path);
        }
        var start = path.substring(0, path.length() - 1);
        return other.length() > start.length() && other.startsWith(start) && other.indexOf('/', start.length()) < 0;
    }

    /** Returns the last segment of a path with a variable. */
    String variable(String of) {
        return of.substring(path.length() - 1);
    }

    /** Returns the rule that describes the call. */
    String rule() {
        return rule;
    }

    /** Returns true when its requests have a body. */
    boolean hasBody() {
        return method.equals("POST");
    }

    @Override
    public String toString() {
        return method + " " + path.replace("games/*", "games/{gameSlug}").replace("campaigns/*", "campaigns/{code}");
    }
}
