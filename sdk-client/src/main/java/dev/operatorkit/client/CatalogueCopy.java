package dev.operatorkit.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue as it was last answered, with what is needed to ask whether it still stands.
 *
 * @param catalogue the games
 * @param validators what the copy is known by (CAC-2)
 * @param digest of the body, to see that an answer without a 304 brings nothing new
 * @param freshFor how long the service says that nobody need ask again (CAC-1)
 * @param newBody the bytes, in the copy that first brought them; null in one that was only confirmed
 */
record CatalogueCopy(
        Catalogue catalogue, CacheValidators validators, String digest, Duration freshFor, byte @Nullable [] newBody) {

    CatalogueCopy confirm(CacheValidators validators, Duration freshFor) {
        return new CatalogueCopy(catalogue, validators, digest, freshFor, null);
    }

    /** What is worth its place in memory. */
    CatalogueCopy withoutBody() {
        return confirm(validators, freshFor);
    }
}
