package dev.operatorkit.conformance.money;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;

/** Describes a player as the wallet's player callback reported it. */
public record Player(String token, String accountId, String currency) {
    private static final int CRYPTO = 8;

    /** Returns the decimals of the player's currency: those of ISO 4217, 8 for crypto (WAL-16, D-19). */
    public int decimals() {
        return Amounts.decimals(currency, CRYPTO);
    }

    /** Returns this many minor units as an amount. */
    public BigDecimal units(long count) {
        return BigDecimal.valueOf(count, decimals());
    }

    /** Returns an amount with the player's currency, as people read it. */
    public String money(BigDecimal amount) {
        return Amounts.describe(amount, currency);
    }

    /** Returns an amount with the player's currency, as callbacks write it. */
    public String json(BigDecimal amount) {
        return json(amount.toPlainString(), currency);
    }

    static String json(String amount, String currency) {
        return "{\"amount\":" + amount + ",\"currency\":" + MovementBody.quoted(currency) + "}";
    }

    /** Returns an amount in minor units. */
    public BigDecimal inUnits(BigDecimal amount) {
        return amount.movePointRight(decimals());
    }

    /** Returns the first player of each account: several tokens may be of one player. */
    public static List<Player> distinct(List<Player> players) {
        var distinct = new LinkedHashMap<String, Player>();
        players.forEach(each -> distinct.putIfAbsent(each.accountId(), each));
        return List.copyOf(distinct.values());
    }

    /** Returns true for the same account, in any session. */
    public boolean isSameAccount(Player other) {
        return accountId.equals(other.accountId);
    }

    /** Returns the path of the lookup of a transaction. */
    public String lookupPath(String transactionId) {
        return "/players/" + encoded(accountId) + "/transactions/" + encoded(transactionId);
    }

    /** Percent-encodes a text, all but the unreserved characters. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    @Override
    public String toString() {
        return accountId;
    }
}
