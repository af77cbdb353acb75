package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.net.IpAddress;
import dev.operatorkit.simulator.launch.LaunchRequest;
import dev.operatorkit.wire.Limits;
import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a launch request from a query (LAU-2, LAU-5 to LAU-7, D-12). */
final class LaunchQuery {
    private static final Logger LOG = LoggerFactory.getLogger(LaunchQuery.class);
    private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]{2}");

    private LaunchQuery() {}

    static LaunchRequest read(String slug, @Nullable String rawQuery) {
        var query = new Query(rawQuery);
        var ip = ip(query.get("ipAddress"));
        var lang = query.given("lang").map(LaunchQuery::language).orElse(null);
        return switch (query.get("freeToPlay")) {
            case "true" -> demo(query, slug, ip, lang);
            case "false" -> new LaunchRequest.RealMoney(slug, ip, lang, currency(query), token(query));
            default -> throw new ApiException(400, "freeToPlay must be true or false");
        };
    }

    private static LaunchRequest demo(Query query, String slug, InetAddress ip, @Nullable String lang) {
        for (var name : new String[] {"currency", "token"}) {
            if (query.find(name).isPresent()) {
                throw new ApiException(400, name + " must be omitted when freeToPlay is true");
            }
        }
        return new LaunchRequest.Demo(slug, ip, lang);
    }

    private static InetAddress ip(String text) {
        try {
            return IpAddress.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ApiException(400, "ipAddress " + e.getMessage());
        }
    }

    private static String language(String text) {
        if (!LANGUAGE.matcher(text).matches()) {
            throw new ApiException(400, "lang must be two letters (ISO 639-1)");
        }
        return text.toLowerCase(Locale.ROOT);
    }

    private static CurrencyCode currency(Query query) {
        var code = query.get("currency");
        if (code.equals("FUN")) {
            throw new ApiException(400, "currency: FUN is for demos only"); // LAU-13
        }
        try {
            var currency = CurrencyCode.ofUnlisted(code);
            var remark = LaunchRequest.remark(currency);
            if (!remark.isEmpty()) {
                LOG.warn("A game is launched with {}. {}", currency, remark);
            }
            return currency;
        } catch (IllegalArgumentException e) {
            throw new ApiException(400, "currency is " + e.getMessage());
        }
    }

    /** Reads a token, which may be longer than other parameters (D-36). */
    private static String token(Query query) {
        var token = query.get("token");
        try {
            Limits.requireToken("token", token);
        } catch (IllegalArgumentException e) {
            throw new ApiException(400, String.valueOf(e.getMessage()));
        }
        return token;
    }
}
