package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.run.Readiness;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.Target;
import dev.operatorkit.conformance.suite.Preconditions;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.wire.Game;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
    private record Checked(Operator operator, Asked asked, Result result) {}

    /** Holds what the player callback asks about. */
    private record Asked(String token, String game, String currency) {}

    /**
     * Holds the result of a check.
     *
     * @param finding what was found, and what to do if the wallet is not ready
     */
    record Result(boolean isReady, String finding, Instant at) {
        /** Returns after how many seconds a page should check again. */
        long secondsUntilNext() {
            return maxAge().toSeconds() + 1;
        }

        private Duration maxAge() {
            return isReady ? MAX_READY : MAX_FAILED;
        }
    }

    /** Returns the result for an operator, of a new check if the last one is out of date. */
    Result view(String operator) {
        return check(operator, false);
    }

    /** Forgets a result from before this moment, which says nothing about what the wallet did then. */
    void forgetBefore(String operator, Instant moment) {
        checks.computeIfPresent(operator, (id, last) -> last.result.at().isBefore(moment) ? null : last);
    }

    Result recheck(String operator) {
        return check(operator, true);
    }

    private Result check(String id, boolean isForced) {
        return Objects.requireNonNull(checks.compute(id, (key, last) -> {
                    var operator = parts.operators().get(id);
                    var asked = asked(id);
                    var isCurrent = !isForced
                            && last != null
                            && last.operator.equals(operator)
                            && last.asked.equals(asked)
                            && Duration.between(last.result.at(), clock.instant())
                                            .compareTo(last.result.maxAge())
                                    < 0;
                    return isCurrent ? last : new Checked(operator, asked, check(operator, asked));
                }))
                .result;
    }

    private Result check(Operator operator, Asked asked) {
        var at = clock.instant();
        var wallet = operator.wallet();
        var secret = operator.secret();
        if (wallet == null) {
            return new Result(false, "No wallet address yet. In the settings, enter the wallet's address.", at);
        }
        if (secret == null) {
            return new Result(false, "The secret is unknown here. Start the simulator with --secret-file.", at);
        }
        try {
            parts.outgoing().requireAllowed(wallet.toString());
        } catch (IllegalArgumentException e) {
            return new Result(false, String.valueOf(e.getMessage()), at);
        }
        var target = new Target(wallet, secret, parts.outgoing().trust()).with(CALL, Preconditions.none());
        var config = SuiteConfig.of(target, List.of(asked.token), Plans.quick()).withGame(asked.game);
        var found = Readiness.of(config);
        if (!found.problem().isEmpty()) {
            // The suite names the options of its command; a page has settings.
            return new Result(
                    false,
                    found.problem()
                            .replace("--wallet", "the wallet's address in the settings")
                            .replace(" (--game)", ""),
                    at);
        }
        var player = found.players().getFirst();
        var account = "The account " + player.accountId() + " is in " + player.currency();
        return player.currency().equals(asked.currency)
                ? new Result(true, account + ", and the wallet accepts our signature and the time.", at)
                : new Result(
                        false,
                        account + ", the launch in " + asked.currency
                                + " (WAL-2). In the settings, set the currency to " + player.currency()
                                + ", or use another player.",
                        at);
    }

    private Asked asked(String operator) {
        var game = parts.typed().get(operator, TypedValues.GAME);
        return new Asked(
                parts.typed().get(operator, TypedValues.TOKEN),
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
}
