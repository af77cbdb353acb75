package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.OpenRounds;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.money.PlayerAccount;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of one case: records every exchange, has it judged, and keeps which rounds are open. A settlement that could not be
 * tried is tried again, as the service does.
 */
public final class CaseCalls {
    private static final Set<Integer> BUSY = Set.of(409, 429, 500, 503);
    private static final Set<Integer> REFUSALS = Set.of(400, 403, 404, 422);
    private static final int REPEATS = 6;
    private static final Duration MIN_PAUSE = Duration.ofMillis(4);

    private final CaseContext tester;
    private final RunState run;
    private final List<PlayerAccount> accounts;
    private final Oracles oracles;
    private final CaseLog log = new CaseLog();
    private final OpenRounds open = new OpenRounds();
    private final Races races = new Races();
    private volatile boolean isSettling;

    CaseCalls(CaseContext tester, RunState run, List<PlayerAccount> accounts) {
        this.tester = tester;
        this.run = run;
        this.accounts = accounts;
        this.oracles = new Oracles(tester, run.journal());
    }

    Oracles oracles() {
        return oracles;
    }

    Races races() {
        return races;
    }

    /** Returns the rounds that the case may have left open. */
    public OpenRounds openRounds() {
        return open;
    }

    CaseLog log() {
        return log;
    }

    /** Returns what is known about the money of the players of the case. */
    public List<PlayerAccount> accounts() {
        return accounts;
    }

    /** Returns what is known about the money of this player, if the case is theirs. */
    Optional<PlayerAccount> account(Player whose) {
        return accounts.stream()
                .filter(each -> each.player().isSameAccount(whose))
                .findFirst();
    }

    /** Starts the restoring of balances: from here on calls are made even when the run was stopped. */
    public void beginSettling() {
        isSettling = true;
    }

    /** Sends a movement as the service does, within the limits of the wallet. */
    WalletResponse sendAsService(MovementBody message, Request request) {
        var debit = message.kind() == MovementBody.Kind.DEBIT;
        // A repeat exceeds no limit that the first sending kept.
        var limited = debit && !isSettling && run.journal().find(message) == null;
        if (limited) {
            run.limits().requireWithin(message);
        }
        var answer = send(message, request);
        if (!answer.exchange().request().genuine()) {
            return answer;
        }
        for (var i = 0; i < REPEATS && mayRepeat(message, answer); i++) {
            if (answer.status() == 503) {
                LockSupport.parkNanos(
                        MIN_PAUSE.toNanos() << i); // the wallet is busy, perhaps with other calls of this run
            }
            answer = send(message, request);
        }
        if (debit && answer.status() == 200) {
            run.limits().recordAccepted(message);
        } else if (limited && REFUSALS.contains(answer.status())) {
            run.limits().requireUnlimited(tester, message, answer);
        }
        return answer;
    }

    /** Returns true when the service would send it again (DEL-1, D-29), or when a 500 is true and the result is stored (ERR-4). */
    private boolean mayRepeat(MovementBody message, WalletResponse answer) {
        return switch (answer.status()) {
            case 503 -> message.kind() != MovementBody.Kind.DEBIT;
            case 500 ->
                send(Request.get(message.player().lookupPath(message.id()))).isResult();
            default -> false;
        };
    }

    /** Sends a request; ends the case when the run was stopped. */
    WalletResponse send(Request request) {
        return exchange(request, null);
    }

    /** Sends a message once and records the rounds that it may have opened or closed. */
    WalletResponse send(MovementBody message, Request request) {
        requireRunning();
        var earlier = run.journal().find(message);
        open.recordSending(message, earlier != null);
        var movement = new SentMovement(run, message, request);
        try {
            var answer = exchange(request, movement);
            open.recordAnswer(message, answer.status());
            log.balances().recordMovement(message, answer, earlier != null);
            if (answer.status() == 200 && earlier == null) {
                recordBalance(message.player(), answer.balance());
            }
            oracles.judge(message, answer, earlier, races.isRunning());
            return answer;
        } catch (NoResponse e) {
            if (e.exchange().request().genuine() && !e.isUnreachable()) {
                open.recordSilence(message);
                log.balances().recordSilence(message, e.exchange());
            }
            var isLost = e.isClosed() && movement.isApplied();
            movement.lookups().forEach(log::recordOnce);
            throw isLost ? movement.describeLoss(e.exchange()) : e;
        }
    }

    private void recordBalance(Player whose, @Nullable BigDecimal balance) {
        if (balance != null) {
            account(whose).ifPresent(account -> account.recordBalance(balance));
        }
    }

    /** Returns the balance that the player callback reports. */
    BigDecimal balance(Player whose) {
        run.awaitNextLook();
        var answer = exchange(tester.playerCall(whose), null);
        var balance = Check.reportedBalance(answer);
        recordBalance(whose, balance);
        log.balances().recordRead(whose, answer);
        return balance;
    }

    /**
     * Rolls the open rounds of the case back, several at a time; one that the wallet could not accept with others is sent once more.
     * When a call gets no response, the rounds stay open until this is called again.
     */
    void settleOpenRounds() {
        beginSettling();
        try {
            rollBack();
        } catch (NoResponse | Failure e) {
            // The end of the run tries again, and reports what stays open then.
        }
    }

    void rollBack() {
        awaitSilent();
        var debits = open.unsettled();
        var answers = tester.sendConcurrently(debits, debit -> tester.send(tester.rollback(debit)));
        answers.forEach((debit, answer) -> {
            if (debits.size() > 1 && BUSY.contains(answer.status())) {
                tester.send(tester.rollback(debit));
            }
        });
        open.takeUnsettled();
    }

    /**
     * Sends every movement again that got no response: the wallet may still be applying it, and only the repeat's response says
     * that it is done (IDM-2). Otherwise it would move the balance during another case.
     */
    private void awaitSilent() {
        for (var message : open.takeSilent()) {
            try {
                tester.send(message);
            } catch (NoResponse e) {
                if (e.isUnreachable()) {
                    throw e;
                }
            }
        }
    }

    private WalletResponse exchange(Request request, @Nullable SentMovement movement) {
        requireRunning();
        try {
            var answer = run.send(request, races.isCounting(), () -> movement == null || movement.maySendAgain());
            record(answer.exchange(), movement);
            races.recordSingle(answer.exchange());
            oracles.judge(answer);
            return answer;
        } catch (NoResponse e) {
            record(e.exchange(), movement);
            throw e;
        }
    }

    private void record(Exchange exchange, @Nullable SentMovement movement) {
        log.record(exchange);
        if (movement != null) {
            movement.lookups().forEach(log::record);
        }
    }

    private void requireRunning() {
        if (!isSettling && !run.stopped().isEmpty()) {
            throw new SkipCase(run.stopped());
        }
    }
}
