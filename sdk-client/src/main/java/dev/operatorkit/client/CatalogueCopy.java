package dev.operatorkit.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Holds the last catalogue that was received, with what is needed to ask whether it is still current.
 *
 * @param catalogue the games
 * @param validators the validators of the copy (CAC-2)
 * @param digest the digest of the body, which shows that a response other than 304 has the same body
 * @param freshFor how long the copy may be used without a request (CAC-1)
 * @param newBody the bytes, in the copy that first had them; null in a copy that was only confirmed
 */
record CatalogueCopy(
        Catalogue catalogue, CacheValidators validators, String digest, Duration freshFor, byte @Nullable [] newBody) {

    CatalogueCopy confirm(CacheValidators validators, Duration freshFor) {
        return new CatalogueCopy(catalogue, validators, digest, freshFor, null);
    }

    /** Returns the copy without the bytes, to save memory. */
    CatalogueCopy withoutBody() {
        return confirm(validators, freshFor);
    }
}
