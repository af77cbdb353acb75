package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.simulator.wallet.ProbeRequest;
import dev.operatorkit.simulator.wallet.WalletCaller;
import dev.operatorkit.simulator.wallet.WalletProbe;
import dev.operatorkit.simulator.wallet.WalletProber;
import dev.operatorkit.wire.Game;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Checks the wallets of operators when a page needs it. All pages share the newest result, so that they send a wallet few calls. */
final class WalletChecks {
    private static final Duration MAX_READY = Duration.ofSeconds(25);
    private static final Duration MAX_FAILED = Duration.ofSeconds(2);
    private static final Duration CALL = Duration.ofSeconds(4);

    private final ConsoleParts parts;
    private final Clock clock;
    private final Map<String, Checked> checks = new ConcurrentHashMap<>();

    WalletChecks(ConsoleParts parts) {
        this.parts = parts;
        this.clock = parts.systemClock();
    }

    /** Holds a result and what it is based on. */
    private record Checked(Operator operator, Asked asked, WalletProbe result) {}

    /** Holds what the player callback asks about. */
    private record Asked(String token, boolean isTokenGiven, String game, String currency) {}

    /** Returns the result for an operator, of a new check if the last one is out of date. */
    WalletProbe view(String operator) {
        return check(operator, false);
    }

    /** Forgets a result from before this moment, which says nothing about what the wallet did then. */
    void forgetBefore(String operator, Instant moment) {
        checks.computeIfPresent(operator, (id, last) -> last.result.at().isBefore(moment) ? null : last);
    }

    WalletProbe recheck(String operator) {
        return check(operator, true);
    }

    private WalletProbe check(String id, boolean isForced) {
        return Objects.requireNonNull(checks.compute(id, (key, last) -> {
                    var operator = parts.operators().get(id);
                    var asked = asked(id);
                    var isCurrent = !isForced
                            && last != null
                            && last.operator.equals(operator)
                            && last.asked.equals(asked)
                            && Duration.between(last.result.at(), clock.instant())
                                            .compareTo(maxAge(last.result))
                                    < 0;
                    return isCurrent ? last : new Checked(operator, asked, probe(operator, asked));
                }))
                .result;
    }

    private static Duration maxAge(WalletProbe probe) {
        return probe.passed() ? MAX_READY : MAX_FAILED;
    }

    /** Returns after how many seconds a page should check again. */
    static long secondsUntilNext(WalletProbe probe) {
        return maxAge(probe).toSeconds() + 1;
    }

    private WalletProbe probe(Operator operator, Asked asked) {
        var wallet = operator.wallet();
        if (wallet == null) {
            return WalletProber.withoutAddress(clock);
        }
        var limits = operator.settings().callbacks().limits();
        var request = new ProbeRequest(
                asked.token,
                asked.isTokenGiven,
                asked.game,
                CurrencyCode.ofUnlisted(asked.currency),
                otherSecrets(operator));
        try (var caller = new WalletCaller(
                wallet,
                operator.keys(),
                clock,
                limit(limits),
                parts.outgoing().targets(),
                parts.outgoing().trust())) {
            return WalletProber.probe(caller, request, clock);
        }
    }

    private static CallLimits limit(CallLimits limits) {
        return limits.call().compareTo(CALL) > 0 ? limits.withCall(CALL) : limits;
    }

    private Asked asked(String operator) {
        var game = parts.typed().get(operator, TypedValues.GAME);
        return new Asked(
                parts.typed().get(operator, TypedValues.TOKEN),
                parts.typed().isTyped(operator, TypedValues.TOKEN),
                game.isEmpty() ? firstGame(operator) : game,
                parts.typed().get(operator, TypedValues.CURRENCY));
    }

    private String firstGame(String operator) {
        return parts.catalogue().games(operator).stream()
                .filter(Game::available)
                .findFirst()
                .map(Game::slug)
                .orElse("");
    }

    /** Returns the keys that wallets make of a secret by mistake, by a description. */
    private static Map<String, SecretKeys> otherSecrets(Operator operator) {
        var secret = operator.secret();
        var others = new LinkedHashMap<String, SecretKeys>();
        if (secret != null) {
            // One character for each byte, since a secret need not be text.
            var text = new String(secret.bytes(), StandardCharsets.ISO_8859_1);
            put(others, "with the line break at the end of its file", bytes(text + "\n"));
            put(others, "without its blanks at the ends", bytes(text.strip()));
            if (text.length() % 2 == 0 && text.matches("[0-9a-fA-F]+")) {
                put(others, "decoded from hex", HexFormat.of().parseHex(text));
            }
            if (text.length() % 4 == 0 && text.matches("[A-Za-z0-9+/]+={0,2}")) {
                put(others, "decoded from Base64", Base64.getDecoder().decode(text));
            }
        }
        others.values().removeIf(keys -> keys.equals(operator.keys()));
        return others;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void put(Map<String, SecretKeys> others, String mistake, byte[] secret) {
        try {
            others.put(mistake, SecretKeys.of(secret));
        } catch (IllegalArgumentException e) {
            // Too short or too long for a key, so that no wallet uses it.
        }
    }
}
