package dev.operatorkit.client;

/** Lists the operations of the Customer API (VER-1). */
public enum Operation {
    /** {@code GET /api/v1/games} (CAT-1). */
    CATALOGUE("GET", true),
    /** {@code GET /api/v1/games/{gameSlug}} (LAU-1). */
    LAUNCH("GET", true),
    /** {@code POST /api/v1/free-rounds/campaigns} (CAM-1). */
    CREATE_CAMPAIGN("POST", false),
    /** {@code POST /api/v1/free-rounds/campaigns/search} (CAM-4): read-only, although it is a POST. */
    SEARCH_CAMPAIGNS("POST", true),
    /** {@code DELETE /api/v1/free-rounds/campaigns/{code}} (CAM-7): idempotent (D-7). */
    DISABLE_CAMPAIGN("DELETE", true),
    /** {@code POST /api/v1/free-rounds/campaigns/codes} (BON-1). */
    CREATE_BONUS_CODE("POST", false);

    private final String method;
    private final boolean idempotent;

    Operation(String method, boolean idempotent) {
        this.method = method;
        this.idempotent = idempotent;
    }

    /** Returns the HTTP method. */
    public String method() {
        return method;
    }

    /**
     * Returns true if the operation is idempotent. One that creates something is not: a second attempt may be
     * rejected because the code already exists.
     */
    public boolean isIdempotent() {
        return idempotent;
    }
}
