package dev.operatorkit.client;

import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.wire.Game;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import okhttp3.CacheControl;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/** Asks for the catalogue, conditionally when there is a copy (CAT-3, CAC-2). */
final class CatalogueFetch {
    private static final Duration LONGEST_FRESH = Duration.ofDays(1);

    private final Transport transport;
    private final HttpUrl url;

    CatalogueFetch(Transport transport, HttpUrl url) {
        this.transport = transport;
        this.url = url;
    }

    HttpUrl url() {
        return url;
    }

    /** The copy itself, confirmed, or a new one. */
    CatalogueCopy fetch(@Nullable CatalogueCopy copy) {
        var ask = newCall(copy);
        var answer = transport.exchange(ask);
        if (!answer.isNotModified()) {
            return read(ask, answer, copy);
        }
        if (copy != null && copy.validators().matches(answer.headers())) {
            return copy.confirm(copy.validators(), freshFor(answer.headers()));
        }
        return fetchWhole();
    }

    /** A 304 that is about no copy of ours: ask for the whole. */
    private CatalogueCopy fetchWhole() {
        var ask = newCall(null);
        var answer = transport.exchange(ask);
        if (answer.isNotModified()) {
            throw new UnexpectedResponseException(ask, answer.status(), "", "nothing was asked conditionally", null);
        }
        return read(ask, answer, null);
    }

    private ApiCall newCall(@Nullable CatalogueCopy copy) {
        return new ApiCall(Operation.CATALOGUE, url, null, copy == null ? null : copy.validators(), null);
    }

    private CatalogueCopy read(ApiCall ask, ApiResponse answer, @Nullable CatalogueCopy copy) {
        var validators = CacheValidators.of(answer.headers());
        var freshFor = freshFor(answer.headers());
        var digest = digest(answer.body());
        if (copy != null && copy.digest().equals(digest)) {
            return copy.confirm(validators, freshFor);
        }
        try {
            return new CatalogueCopy(parse(answer.body()), validators, digest, freshFor, answer.body());
        } catch (MalformedJsonException e) {
            var why = String.valueOf(e.getMessage());
            throw new UnexpectedResponseException(ask, answer.status(), ask.describe(answer.body()), why, e);
        }
    }

    /** Both shapes that the specification leaves possible (D-2). */
    static Catalogue parse(byte[] body) {
        return new Catalogue(Json.readDataList(body, Game.class));
    }

    static String digest(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static Duration freshFor(Headers headers) {
        var maxAge = Math.max(0, CacheControl.parse(headers).maxAgeSeconds());
        var age = headers.get("Age");
        var aged = age != null && age.matches("\\d{1,9}") ? Long.parseLong(age) : 0;
        var fresh = Duration.ofSeconds(Math.max(0, maxAge - aged));
        return fresh.compareTo(LONGEST_FRESH) > 0 ? LONGEST_FRESH : fresh;
    }
}
