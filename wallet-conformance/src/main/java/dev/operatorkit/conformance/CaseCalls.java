package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the calls of one case: records every exchange, has it judged, and keeps which rounds are open and which balance is known. */
final class CaseCalls {
    /** A wallet that charges for reads may do so at some of them only. */
    private static final int LOOKS_AGAIN = 4;

    private final CaseContext tester;
    private final CaseRunner runner;
    private final Case underWay;
    private final List<PlayerAccount> accounts;
    private final boolean watchesBalance;
    private final Oracles oracles;
    private final CaseLog log = new CaseLog();
    private final OpenRounds open = new OpenRounds();
    private final Races races = new Races();
    private final Set<String> debited = ConcurrentHashMap.newKeySet();
    private volatile boolean moved;
    private volatile boolean givingBack;

    CaseCalls(
            CaseContext tester,
            CaseRunner runner,
            Case underWay,
            List<PlayerAccount> accounts,
            boolean watchesBalance) {
        this.tester = tester;
        this.runner = runner;
        this.underWay = underWay;
        this.accounts = accounts;
        this.watchesBalance = watchesBalance;
        this.oracles = new Oracles(tester, runner.journal());
    }

    Oracles oracles() {
        return oracles;
    }

    Races races() {
        return races;
    }

    OpenRounds openRounds() {
        return open;
    }

    CaseLog log() {
        return log;
    }

    List<PlayerAccount> accounts() {
        return accounts;
    }

    /** Returns what is known about the money of this player, if the case is theirs. */
    Optional<PlayerAccount> account(Player whose) {
        return accounts.stream()
                .filter(each -> each.player().accountId().equals(whose.accountId()))
                .findFirst();
    }

    boolean isGivingBack() {
        return givingBack;
    }

    /** Starts the restoring of balances: from here on calls are made even when the run was stopped. */
    void giveBack() {
        givingBack = true;
    }

    /** Sends a request, after which no balance is known any more; ends the case when the run was stopped. */
    WalletResponse sendAny(Request request) {
        var answer = send(request, null);
        moved |= answer.status() == 200 && request.isPost();
        recordCall(answer);
        return answer;
    }

    private WalletResponse send(Request request, @Nullable SentMovement movement) {
        accounts.forEach(PlayerAccount::beginCall);
        try {
            return exchange(request, movement);
        } finally {
            accounts.forEach(PlayerAccount::endCall);
        }
    }

    /** Sends a message once and records the rounds that it may have opened or closed. */
    WalletResponse send(MovementBody message, Request request) {
        requireRunning();
        var earlier = runner.journal().find(message);
        open.recordSending(message, earlier != null);
        var movement = new SentMovement(runner, underWay, message, request);
        try {
            var answer = send(request, movement);
            movement.recordStatus(answer.status());
            open.recordAnswer(message, answer.status());
            log.balances().recordMovement(message, answer, earlier != null);
            recordApplied(message, answer, earlier == null);
            oracles.judge(message, answer, earlier, races.isRunning());
            return answer;
        } catch (NoResponse e) {
            if (e.exchange().request().genuine() && !e.isUnreachable()) {
                open.recordSilence(message);
                log.balances().recordSilence(message, e.exchange());
            }
            var isLost = e.isClosed() && movement.isApplied();
            movement.lookups().forEach(log::recordOnce);
            if (isLost) {
                throw lose(movement, e.exchange());
            }
            throw e;
        }
    }

    /** Records that the wallet applied a movement without a response, and returns the failure. */
    private Failure lose(SentMovement movement, Exchange sent) {
        var exchanges = new ArrayList<>(List.of(sent));
        exchanges.addAll(movement.lookups());
        var failure = movement.describeLoss(sent);
        runner.lostResponses().record(underWay.id(), failure, exchanges);
        return failure;
    }

    /** Records what a movement did to the balance; a repeat returns a balance of the past. */
    private void recordApplied(MovementBody message, WalletResponse answer, boolean first) {
        var balance = answer.balance();
        if (answer.status() != 200) {
            return;
        }
        if (balance != null && first) {
            account(message.player()).ifPresent(account -> account.recordBalance(balance));
        }
        switch (message.kind()) {
            case DEBIT -> {
                debited.add(message.id());
                moved |= message.amount().signum() != 0;
            }
            case CREDIT -> moved |= message.amount().signum() != 0;
            case ROLLBACK -> moved |= debited.contains(message.reference());
        }
    }

    /** Returns true when the wallet applied a movement that moves the balance: not one of nothing, nor an early rollback. */
    boolean hasMoved() {
        return moved;
    }

    /** Returns the balance that the player callback reports; without a call when none was made since the last look. */
    BigDecimal balance(Player whose) {
        if (!watchesBalance && !givingBack) {
            throw new NeedsLane();
        }
        var account = account(whose);
        if (account.isEmpty()) {
            return read(whose, send(tester.playerCall(whose), null));
        }
        var known = account.get().look();
        if (known != null) {
            log.recordOnce(known.exchange());
            return read(whose, known);
        }
        var before = account.get().calls();
        var answer = exchange(tester.playerCall(whose));
        account.get().recordLook(answer, before);
        return read(whose, answer);
    }

    /** Records a look at the balance where the case takes it, since its movements count from there; also one without a call. */
    private BigDecimal read(Player whose, WalletResponse answer) {
        var balance = Check.reportedBalance(answer);
        log.balances().recordRead(whose, answer);
        return balance;
    }

    /**
     * Looks at the balance after a failure, since a response alone does not show whether the money or only its balance is wrong. When
     * the money is wrong, looks again with no call between: a balance that moves by itself is no fault of a movement.
     */
    void confirmBalance(Failure failure) {
        try {
            log.balances().playerOf(failure).ifPresent(this::balance);
            var isOfMoney = failure.claim() != null
                    || log.balances().wrongMovement(failure).isPresent();
            if (watchesBalance && isOfMoney) {
                accounts.stream().filter(PlayerAccount::isReadable).forEach(this::lookAgain);
            }
        } catch (Failure | NoResponse | SkipCase | NeedsLane e) {
            // The failure stands as it is.
        }
    }

    private void lookAgain(PlayerAccount account) {
        var before = balance(account.player());
        var isSame = true;
        for (var i = 0; isSame && i < LOOKS_AGAIN; i++) {
            account.forgetLook();
            isSame = balance(account.player()).compareTo(before) == 0;
        }
        if (isSame && account.takePause()) {
            LockSupport.parkNanos(BalanceRestorer.BEFORE_READING_AGAIN.toNanos());
            account.forgetLook();
            balance(account.player());
        }
    }

    /** Looks transactions of a player up, and their balance at the same time, so that it is known afterwards. */
    List<WalletResponse> lookupWithBalance(Player whose, List<String> ids) {
        var account = account(whose).orElseThrow();
        var before = account.calls();
        var reads = new ArrayList<Supplier<WalletResponse>>();
        ids.forEach(id -> reads.add(() -> recordLookup(whose, exchange(Request.get(whose.lookupPath(id))))));
        if (watchesBalance && account.look() == null) {
            reads.add(() -> exchange(tester.playerCall(whose)));
        }
        var answers = races.runUncounted(reads);
        if (reads.size() > ids.size()) {
            account.recordLook(answers.getLast(), before);
        }
        return answers.subList(0, ids.size());
    }

    /** Records a call that is no movement of a known form among those that precede a look at the balance. */
    private void recordCall(WalletResponse answer) {
        var request = answer.exchange().request();
        switch (new ResponseOracle(tester.prefix()).callback(request)) {
            case "player" -> {}
            case "lookup" -> accounts.forEach(account -> recordLookup(account.player(), answer));
            default -> accounts.forEach(account -> log.balances().recordOther(account.player(), answer));
        }
    }

    private WalletResponse recordLookup(Player whose, WalletResponse answer) {
        var path = answer.exchange().request().path();
        log.balances().recordLookup(whose, path.substring(path.lastIndexOf('/') + 1), answer);
        return answer;
    }

    private WalletResponse exchange(Request request) {
        return exchange(request, null);
    }

    private WalletResponse exchange(Request request, @Nullable SentMovement movement) {
        requireRunning();
        try {
            var answer = runner.send(
                    request, underWay, races.isCounting(), () -> movement == null || movement.maySendAgain());
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
        if (!givingBack && !runner.stopped().isEmpty()) {
            throw new SkipCase(runner.stopped());
        }
    }
}
