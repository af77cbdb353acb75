package dev.operatorkit.reference.simulation;

import dev.operatorkit.reference.simulation.Invariant.Violation;
import dev.operatorkit.reference.simulation.Kernel.Killed;
import dev.operatorkit.reference.simulation.Kernel.Machine;
import dev.operatorkit.reference.simulation.PlainModel.Entry;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore.Changes;
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
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Checks every commit and every answer of the wallets against the model. */
final class WalletChecker {
    /** Longer than any movement waits, so that a fault before its arrival may still delay it. */
    private static final long MAX_WAIT = 12_000_000_000L;

    private static final long FRESH_MILLIS = 300_000;

    private final Kernel kernel;
    private final PlainModel model;
    private final MemoryBackend backend;
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
        private boolean couldFind;
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

    WalletChecker(Kernel kernel, PlainModel model, MemoryBackend backend, LongPredicate disturbedSince) {
        this.kernel = kernel;
        this.model = model;
        this.backend = backend;
        this.disturbedSince = disturbedSince;
    }

    int commits() {
        return commits;
    }

    /** Returns the number of copies of a movement that have arrived at a wallet, also of those that it answered 401. */
    int copies(String id) {
        return copies.getOrDefault(id, 0);
    }

    private void require(boolean holds, Invariant invariant, String subject, String detail) {
        if (!holds) {
            violate(invariant, subject, detail);
        }
    }

    void violate(Invariant invariant, String subject, String detail) {
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
            var found = entry != null && entry.account().equals(attempt.sent.account());
            attempt.couldFind |= found;
            attempt.couldMiss |= !found;
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
        compare(Invariant.BALANCE);
    }

    private void commit(StoredTransaction transaction) {
        var id = transaction.transactionId();
        var name = kernel.nameOf(id);
        var kind = transaction.kind().name().toLowerCase(Locale.ROOT);
        require(model.entry(id) == null, Invariant.ONE_ENTRY, name, "it is applied again");
        var asked = attempts.getOrDefault(id, List.of()).stream()
                .filter(attempt -> attempt.sent.kind().equals(kind)
                        && attempt.sent.account().equals(transaction.accountId()))
                .toList();
        require(
                !asked.isEmpty() || !rejected.contains(id),
                Invariant.FRESHNESS,
                name,
                "it is applied, and was to be rejected");
        require(!asked.isEmpty(), Invariant.OWN_MOVEMENT, name, "no caller asked for a " + kind + " of this account");
        require(
                !asked.stream().allMatch(attempt -> attempt.isRefused),
                Invariant.REFUSED_IS_NOT_WRITTEN,
                name,
                "it was refused and is applied");
        var sent = asked.get(0).sent;
        var verdict = model.judge(sent);
        require(
                verdict.status() == 200,
                verdict.ifApplied(),
                name,
                "it is applied; " + verdict.status() + " was right");
        var account = Objects.requireNonNull(model.accounts().get(transaction.accountId()));
        var after = transaction.balanceAfter().minorUnits();
        require(after >= 0, Invariant.OVERDRAFT, name, "balance " + after);
        require(
                transaction.accountVersion() == account.version + 1,
                Invariant.CHAIN,
                name,
                "version " + transaction.accountVersion() + " follows " + account.version);
        require(
                after == account.balance + verdict.change(),
                Invariant.BALANCE,
                name,
                after + " follows " + account.balance + ", a change of " + verdict.change() + " was right");
        kernel.note("commit " + name + " balance " + after + " version " + transaction.accountVersion());
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
                        transaction.accountVersion(),
                        transaction.operatorTransactionId(),
                        transaction.createdAt().toString()));
        open.forEach(this::evaluate);
    }

    /** Applies a posting to the model; the server applies it next. */
    void post(Posting posting) {
        model.post(posting.accountId(), posting.change().minorUnits());
        kernel.note("commit " + posting.reference() + " balance "
                + Objects.requireNonNull(model.accounts().get(posting.accountId())).balance);
        open.forEach(this::evaluate);
    }

    /** Compares all that is committed with the model, after everything has ended. */
    void end() {
        try {
            compare(Invariant.DURABLE);
        } catch (Killed e) {
            // the kernel has the violation
        }
    }

    /** Compares all that is committed with the model. */
    void compare(Invariant otherwise) {
        model.accounts().forEach((id, holding) -> {
            var account = Objects.requireNonNull(backend.accounts.get(id));
            require(
                    account.balance().minorUnits() == holding.balance,
                    otherwise,
                    id,
                    "the balance is " + account.balance().minorUnits() + ", not " + holding.balance);
            require(
                    account.version() == holding.version,
                    otherwise == Invariant.BALANCE ? Invariant.CHAIN : otherwise,
                    id,
                    "the version is " + account.version() + ", not " + holding.version);
        });
        model.entries().values().forEach(entry -> {
            var stored = backend.transactions.get(entry.id());
            require(stored != null, Invariant.DURABLE, kernel.nameOf(entry.id()), "its entry is gone");
            require(
                    Objects.requireNonNull(stored).balanceAfter().minorUnits() == entry.after(),
                    Invariant.CHAIN,
                    kernel.nameOf(entry.id()),
                    "its entry was changed");
        });
        require(
                backend.transactions.size() == model.entries().size(),
                Invariant.DURABLE,
                "the store",
                "it has entries that were not committed");
        backend.rounds.forEach((key, round) -> {
            var game = model.games().get(PlainModel.key(key.accountId(), key.gameRoundId()));
            var state = game == null || game.settledAs() == null ? "BET" : game.settledAs();
            require(
                    game != null && round.state().name().equals(state),
                    Invariant.ONE_SETTLEMENT,
                    kernel.nameOf(round.debitTransactionId()),
                    "its round is " + round.state() + ", not " + state);
        });
    }

    /** Checks an answer when its first byte leaves. */
    void answer(Attempt attempt, int status, byte[] body) {
        var sent = attempt.sent;
        require(
                (status == 401) != attempt.isFresh,
                Invariant.FRESHNESS,
                attempt.message,
                "answered " + status + ", the callback is " + (attempt.isFresh ? "fresh" : "not fresh"));
        if (!attempt.isFresh) {
            return;
        }
        var entry = model.entry(sent.id());
        BooleanSupplier disturbed = () -> disturbedSince.test(attempt.arrived - MAX_WAIT);
        switch (status) {
            case 200 -> checkResult(attempt, entry, body);
            case 404 ->
                require(
                        sent.isLookup() && attempt.couldMiss,
                        Invariant.STORED_ANSWER,
                        attempt.message,
                        "its entry is not found");
            case 409, 422 -> checkRefusal(attempt, entry, status, disturbed.getAsBoolean());
            case 500 ->
                require(
                        disturbed.getAsBoolean() && !sent.isLookup(),
                        Invariant.REASON_FOR_UNKNOWN,
                        attempt.message,
                        "answered 500 without a fault");
            default ->
                require(
                        status == 503 && disturbed.getAsBoolean() && !sent.isDebit(),
                        Invariant.REASON_FOR_UNKNOWN,
                        attempt.message,
                        "answered " + status + " without a fault");
        }
        open.remove(attempt);
    }

    private void checkRefusal(Attempt attempt, @Nullable Entry entry, int status, boolean disturbed) {
        var sent = attempt.sent;
        var others = attempts.getOrDefault(sent.id(), List.of()).size() > 1;
        var right = status == 409 ? attempt.could409 : attempt.could422;
        var stored = entry != null
                && entry.kind().equals(sent.kind())
                && entry.account().equals(sent.account());
        // Another copy may be applied after this one was refused (D-27).
        require(
                !stored || (right && others),
                Invariant.REFUSED_IS_NOT_WRITTEN,
                attempt.message,
                "answered " + status + ", and it is stored");
        var failed = status == 422 && sent.isDebit() && disturbed;
        if (!right
                && !failed
                && open.stream()
                        .anyMatch(other -> other != attempt && other.sent.id().equals(sent.id()))) {
            violate(
                    Invariant.REFUSED_IS_NOT_WRITTEN,
                    attempt.message,
                    "answered " + status + " while another copy is in progress");
        }
        require(right || failed, Invariant.REASON_TO_REFUSE, attempt.message, "answered " + status);
        attempt.isRefused = true;
    }

    private void checkResult(Attempt attempt, @Nullable Entry entry, byte[] body) {
        var sent = attempt.sent;
        if (entry == null) {
            violate(
                    sent.isLookup() ? Invariant.STORED_ANSWER : Invariant.COMMITTED_BEFORE_ANSWER,
                    attempt.message,
                    "answered 200, and nothing is committed");
            return;
        }
        require(
                (sent.isLookup() || entry.kind().equals(sent.kind()))
                        && entry.account().equals(sent.account()),
                Invariant.OWN_MOVEMENT,
                attempt.message,
                "answered with the " + entry.kind() + " of " + entry.account());
        var answer = Sent.json(body);
        var balance = answer.path("balance");
        var decimals = Objects.requireNonNull(model.accounts().get(entry.account())).decimals;
        var expected = BigDecimal.valueOf(entry.after(), decimals);
        require(
                answer.path("operatorTransactionId").asText().equals(entry.operatorId())
                        && balance.path("amount").decimalValue().compareTo(expected) == 0
                        && isTime(balance.path("updatedAt").asText(), entry)
                        && isTime(answer.path("createdAt").asText(), entry),
                Invariant.STORED_ANSWER,
                attempt.message,
                "answered balance " + balance.path("amount").asText() + ", its entry has " + expected);
    }

    private static boolean isTime(String text, Entry entry) {
        return Instant.parse(text).equals(Instant.parse(entry.createdAt()));
    }
}
