package dev.operatorkit.reference.backoffice;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.List;

/** Defines the headers that every response of the back office has: those of pages, files, refusals and malformed requests. */
final class PageHeaders {
    private PageHeaders() {}

    /** Returns the headers of a back office whose games have their artwork at this origin; empty for none. */
    static List<Header> of(String pictures) {
        var contentPolicy = "default-src 'none'; style-src " + PageStyle.source() + "; img-src 'self' https: data: "
                + pictures + "; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
        return List.of(
                HeaderValues.create("Content-Security-Policy", contentPolicy),
                HeaderValues.create("X-Content-Type-Options", "nosniff"),
                HeaderValues.create("Referrer-Policy", "same-origin"),
                HeaderValues.create("Cross-Origin-Opener-Policy", "same-origin"),
                HeaderValues.create("Cross-Origin-Resource-Policy", "same-origin"),
                HeaderValues.create(HeaderNames.CACHE_CONTROL, "no-store"));
    }
}
