package dev.operatorkit.client;

/** What can be asked of the Customer API (VER-1). */
public enum Operation {
    /** {@code GET /api/v1/games} (CAT-1). */
    CATALOGUE("GET", true),
    /** {@code GET /api/v1/games/{gameSlug}} (LAU-1). */
    LAUNCH("GET", true),
    /** {@code POST /api/v1/free-rounds/campaigns} (CAM-1). */
    CREATE_CAMPAIGN("POST", false),
    /** {@code POST /api/v1/free-rounds/campaigns/search} (CAM-4): a read, though it is a POST. */
    SEARCH_CAMPAIGNS("POST", true),
    /** {@code DELETE /api/v1/free-rounds/campaigns/{code}} (CAM-7): doing it twice changes nothing (D-7). */
    DISABLE_CAMPAIGN("DELETE", true),
    /** {@code POST /api/v1/free-rounds/campaigns/codes} (BON-1). */
    CREATE_BONUS_CODE("POST", false);

    private final String method;
    private final boolean repeatable;

    Operation(String method, boolean repeatable) {
        this.method = method;
        this.repeatable = repeatable;
    }

    /** The HTTP method. */
    public String method() {
        return method;
    }

    /** Whether doing it twice is the same as doing it once. A creation is not: the second one may be refused as taken. */
    public boolean isRepeatable() {
        return repeatable;
    }
}
