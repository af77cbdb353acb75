package dev.operatorkit.reference.simulation;

import static dev.operatorkit.reference.simulation.Invariant.BALANCE;
import static dev.operatorkit.reference.simulation.Invariant.CHAIN;
import static dev.operatorkit.reference.simulation.Invariant.COMMITTED_BEFORE_ANSWER;
import static dev.operatorkit.reference.simulation.Invariant.DURABLE;
import static dev.operatorkit.reference.simulation.Invariant.FRESHNESS;
import static dev.operatorkit.reference.simulation.Invariant.ONE_ENTRY;
import static dev.operatorkit.reference.simulation.Invariant.ONE_SETTLEMENT;
import static dev.operatorkit.reference.simulation.Invariant.OVERDRAFT;
import static dev.operatorkit.reference.simulation.Invariant.OWN_MOVEMENT;
import static dev.operatorkit.reference.simulation.Invariant.REASON_FOR_UNKNOWN;
import static dev.operatorkit.reference.simulation.Invariant.REASON_TO_REFUSE;
import static dev.operatorkit.reference.simulation.Invariant.REFUSED_IS_NOT_WRITTEN;
import static dev.operatorkit.reference.simulation.Invariant.STORED_ANSWER;

import dev.operatorkit.reference.simulation.Invariant.Violation;
import dev.operatorkit.reference.simulation.Kernel.Killed;
import dev.operatorkit.reference.simulation.Kernel.Machine;
import dev.operatorkit.reference.simulation.PlainModel.Entry;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

/** Checks every commit and every answer of the wallets against the model. */
final class WalletChecker {
    /** Longer than any movement waits, so that a fault before its arrival may still delay it. */
    private static final long MAX_WAIT = 12_000_000_000L;

    private static final long FRESH_MILLIS = 300_000;

    private final Kernel kernel;
    private final PlainModel model;
    private final InMemoryWalletStore memory;
    private final LongPredicate disturbedSince;
    private final Map<String, List<Attempt>> attempts = new HashMap<>();
    private final Map<String, Integer> copies = new HashMap<>();
    private final List<Attempt> open = new ArrayList<>();
    private final Set<String> rejected = new HashSet<>();
    private int commits;

    /** Holds one copy of a callback from its arrival at a wallet. */
    static final class Attempt {
        final String message;
        final Sent sent;
        final Machine wallet;
        final long arrived;
        final boolean isFresh;
        private boolean could409;
        private boolean could422;
        private boolean couldMiss;
        private boolean isRefused;

        Attempt(String message, Sent sent, Machine wallet, long arrived, boolean isFresh) {
            this.message = message;
            this.sent = sent;
            this.wallet = wallet;
            this.arrived = arrived;
            this.isFresh = isFresh;
        }
    }

    WalletChecker(Kernel kernel, PlainModel model, InMemoryWalletStore memory, LongPredicate disturbedSince) {
        this.kernel = kernel;
        this.model = model;
        this.memory = memory;
        this.disturbedSince = disturbedSince;
    }

    int commits() {
        return commits;
    }

    /** Returns the number of copies of a movement that have arrived at a wallet, also of those that it answered 401. */
    int copies(String id) {
        return copies.getOrDefault(id, 0);
    }

    /** Checks invariants of one movement, message or account. */
    interface Check {
        void that(boolean holds, Invariant invariant, String detail);
    }

    Check of(String subject) {
        return (holds, invariant, detail) -> {
            if (!holds) {
                violate(invariant, subject, detail);
            }
        };
    }

    private void violate(Invariant invariant, String subject, String detail) {
        kernel.note("VIOLATED " + invariant + ": " + subject + ": " + detail);
        kernel.fail(new Violation(invariant, subject, detail));
        throw new Killed();
    }

    /** Notes that a callback arrives at a wallet whose clock shows this time. */
    Attempt arrive(String message, Sent sent, Machine wallet, long clock) {
        copies.merge(sent.id(), 1, Integer::sum);
        var age = Math.abs(clock - Long.parseLong(sent.timestamp()));
        var attempt = new Attempt(message, sent, wallet, kernel.now(), age <= FRESH_MILLIS && sent.isSignedCorrectly());
        if (attempt.isFresh) {
            attempts.computeIfAbsent(sent.id(), id -> new ArrayList<>()).add(attempt);
            open.add(attempt);
            evaluate(attempt);
        } else {
            rejected.add(sent.id());
        }
        return attempt;
    }

    /** Notes which answers are right now, while the attempt is in progress. */
    private void evaluate(Attempt attempt) {
        if (attempt.sent.isLookup()) {
            var entry = model.entry(attempt.sent.id());
            attempt.couldMiss |= entry == null || !entry.account().equals(attempt.sent.account());
            return;
        }
        var verdict = model.judge(attempt.sent);
        attempt.could409 |= verdict.status() == 409;
        attempt.could422 |= verdict.status() == 422;
    }

    /** Notes that the wallet was killed: its callbacks have no answer. */
    void die(Machine wallet) {
        open.removeIf(attempt -> attempt.wallet == wallet);
    }

    /** Checks a unit of work that the server commits now. */
    void commit(Changes changes) {
        commits++;
        for (var transaction : changes.transactions()) {
            commit(transaction);
        }
        compare(BALANCE);
    }

    private void commit(StoredTransaction transaction) {
        var id = transaction.transactionId();
        var name = kernel.nameOf(id);
        var check = of(name);
        var kind = transaction.kind().name().toLowerCase(Locale.ROOT);
        check.that(model.entry(id) == null, ONE_ENTRY, "it is applied again");
        var asked = attempts.getOrDefault(id, List.of()).stream()
                .filter(attempt -> attempt.sent.kind().equals(kind)
                        && attempt.sent.account().equals(transaction.accountId()))
                .toList();
        check.that(!asked.isEmpty() || !rejected.contains(id), FRESHNESS, "it is applied, and was to be rejected");
        check.that(!asked.isEmpty(), OWN_MOVEMENT, "no caller asked for a " + kind + " of this account");
        var refused = asked.stream().allMatch(attempt -> attempt.isRefused);
        check.that(!refused, REFUSED_IS_NOT_WRITTEN, "it was refused and is applied");
        var sent = asked.get(0).sent;
        var verdict = model.judge(sent);
        check.that(verdict.status() == 200, verdict.ifApplied(), "it is applied; " + verdict.status() + " was right");
        var account = Objects.requireNonNull(model.accounts().get(transaction.accountId()));
        var after = transaction.balanceAfter().minorUnits();
        var version = transaction.accountVersion();
        check.that(after >= 0, OVERDRAFT, "balance " + after);
        check.that(version == account.version + 1, CHAIN, "version " + version + " follows " + account.version);
        var expected = account.balance + verdict.change();
        check.that(after == expected, BALANCE, "balance " + after + ", " + expected + " was right");
        kernel.note("commit " + name + " balance " + after + " version " + version);
        model.apply(
                sent,
                new Entry(
                        id,
                        kind,
                        transaction.accountId(),
                        sent.round(),
                        sent.reference(),
                        verdict.amount(),
                        after,
                        version,
                        transaction.operatorTransactionId(),
                        transaction.createdAt().toString()));
        open.forEach(this::evaluate);
    }

    /** Compares all that is committed with the model, after everything has ended. */
    void end() {
        try {
            compare(DURABLE);
        } catch (Killed e) {
            // the kernel has the violation
        }
    }

    /** Compares all that is committed with the model. */
    void compare(Invariant otherwise) {
        model.accounts().forEach((id, holding) -> {
            var account = memory.account(id).orElseThrow();
            var balance = account.balance().minorUnits();
            of(id).that(balance == holding.balance, otherwise, "balance " + balance + ", not " + holding.balance);
            of(id).that(
                            account.version() == holding.version,
                            otherwise == BALANCE ? CHAIN : otherwise,
                            "version " + account.version() + ", not " + holding.version);
        });
        model.entries().values().forEach(entry -> {
            var stored = memory.findTransaction(entry.id());
            var check = of(kernel.nameOf(entry.id()));
            check.that(stored.isPresent(), DURABLE, "its entry is gone");
            var after = stored.orElseThrow().balanceAfter().minorUnits();
            check.that(after == entry.after(), CHAIN, "its entry was changed");
        });
        var rounds = rounds();
        model.games().forEach((key, game) -> {
            var round = rounds.get(new Round.Key(key.account(), key.round()));
            var stored = round == null ? "missing" : round.state().name();
            var expected = game.settledAs() == null ? "BET" : game.settledAs();
            of(kernel.nameOf(game.debit()))
                    .that(stored.equals(expected), ONE_SETTLEMENT, "its round is " + stored + ", not " + expected);
        });
    }

    private Map<Round.Key, Round> rounds() {
        var keys = model.games().keySet().stream()
                .map(key -> new Round.Key(key.account(), key.round()))
                .collect(Collectors.toSet());
        try (var unit = memory.begin()) {
            return unit.lockAndRead(new ReadRequest(Set.of(), Set.of(), keys)).rounds();
        }
    }

    /** Checks an answer when its first byte leaves. */
    void answer(Attempt attempt, int status, byte[] body) {
        var sent = attempt.sent;
        var check = of(attempt.message);
        var fresh = attempt.isFresh ? "fresh" : "not fresh";
        check.that((status == 401) != attempt.isFresh, FRESHNESS, "answered " + status + ", it is " + fresh);
        if (!attempt.isFresh) {
            return;
        }
        var disturbed = disturbedSince.test(attempt.arrived - MAX_WAIT);
        var unexplained = "answered " + status + " without a fault";
        switch (status) {
            case 200 -> checkResult(attempt, check, body);
            case 404 -> check.that(sent.isLookup() && attempt.couldMiss, STORED_ANSWER, "its entry is not found");
            case 409, 422 -> checkRefusal(attempt, check, status, disturbed);
            case 500 -> check.that(disturbed && !sent.isLookup(), REASON_FOR_UNKNOWN, unexplained);
            default -> check.that(status == 503 && disturbed && !sent.isDebit(), REASON_FOR_UNKNOWN, unexplained);
        }
        open.remove(attempt);
    }

    private void checkRefusal(Attempt attempt, Check check, int status, boolean disturbed) {
        var sent = attempt.sent;
        var entry = model.entry(sent.id());
        var others = attempts.getOrDefault(sent.id(), List.of()).size() > 1;
        var right = status == 409 ? attempt.could409 : attempt.could422;
        var stored = entry != null
                && entry.kind().equals(sent.kind())
                && entry.account().equals(sent.account());
        // Another copy may be applied after this one was refused (D-27).
        check.that(!stored || (right && others), REFUSED_IS_NOT_WRITTEN, "answered " + status + ", and it is stored");
        var failed = status == 422 && sent.isDebit() && disturbed;
        var copyInProgress = open.stream()
                .anyMatch(other -> other != attempt && other.sent.id().equals(sent.id()));
        check.that(
                right || failed || !copyInProgress,
                REFUSED_IS_NOT_WRITTEN,
                "answered " + status + " while another copy is in progress");
        check.that(right || failed, REASON_TO_REFUSE, "answered " + status);
        attempt.isRefused = true;
    }

    private void checkResult(Attempt attempt, Check check, byte[] body) {
        var sent = attempt.sent;
        var entry = model.entry(sent.id());
        var missing = sent.isLookup() ? STORED_ANSWER : COMMITTED_BEFORE_ANSWER;
        check.that(entry != null, missing, "answered 200, and nothing is committed");
        Objects.requireNonNull(entry);
        check.that(
                (sent.isLookup() || entry.kind().equals(sent.kind()))
                        && entry.account().equals(sent.account()),
                OWN_MOVEMENT,
                "answered with the " + entry.kind() + " of " + entry.account());
        var answer = Sent.json(body);
        var balance = answer.path("balance");
        var expected = BigDecimal.valueOf(entry.after(), PlainModel.DECIMALS);
        check.that(
                answer.path("operatorTransactionId").asText().equals(entry.operatorId())
                        && balance.path("amount").decimalValue().compareTo(expected) == 0
                        && isTime(balance.path("updatedAt").asText(), entry)
                        && isTime(answer.path("createdAt").asText(), entry),
                STORED_ANSWER,
                "answered balance " + balance.path("amount").asText() + ", its entry has " + expected);
    }

    private static boolean isTime(String text, Entry entry) {
        return Instant.parse(text).equals(Instant.parse(entry.createdAt()));
    }
}
