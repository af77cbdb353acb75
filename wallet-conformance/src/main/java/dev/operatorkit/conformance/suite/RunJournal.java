package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps the movements that the wallet applied during a run, for repeats of them and for the cases that judge a run at its end. */
public final class RunJournal {
    private static final int KEPT = 6000;

    private final Map<String, Applied> byId = new LinkedHashMap<>();
    private final Set<String> referenced = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> sendings = new ConcurrentHashMap<>();
    private final EarlyRounds earlyRounds = new EarlyRounds();
    private volatile @Nullable ResumedRun resumed;

    /**
     * Holds a movement and the result that the wallet gave it.
     *
     * @param message the movement, sent unchanged
     */
    public record Applied(
            MovementBody message, String operatorTransactionId, BigDecimal balance, String currency, String createdAt) {

        /** Returns a copy with the same movement in another form. */
        Applied of(MovementBody other) {
            return new Applied(other, operatorTransactionId, balance, currency, createdAt);
        }

        static Applied of(MovementBody message, WalletResponse answer, BigDecimal balance) {
            return new Applied(
                    message,
                    answer.operatorTransactionId(),
                    balance,
                    answer.json().path("balance").path("currency").asText(),
                    answer.json().path("createdAt").asText());
        }
    }

    /** Starts with what an earlier run has applied, so that a repeat is judged by the result of that run. */
    public void resume(ResumedRun first) {
        resumed = first;
        synchronized (byId) {
            for (var each : first.checkpoint().movements()) {
                byId.putIfAbsent(each.message().id(), each);
                if (each.message().kind() == MovementBody.Kind.ROLLBACK) {
                    referenced.add(each.message().reference());
                }
            }
        }
    }

    /** Returns the run that this one resumes, or null. */
    @Nullable
    public ResumedRun resumedOrNull() {
        return resumed;
    }

    /** Returns the run that this one resumes; skips the case when it resumes none. */
    public ResumedRun resumed() {
        var first = resumed;
        if (first == null) {
            throw new SkipCase(ResumedRun.HOW_TO_ENABLE);
        }
        return first;
    }

    /** Records that a movement with this id is sent. */
    void recordSending(String id) {
        sendings.merge(id, 1, Integer::sum);
    }

    /** Returns true when this run has sent this id only once, so that a lookup that knows it speaks of that sending. */
    boolean isSentOnce(String id) {
        return sendings.getOrDefault(id, 0) == 1;
    }

    /** Records a movement that got 200; of several results of one id the first counts. */
    void record(MovementBody message, WalletResponse answer) {
        var balance = answer.balance();
        if (message.kind() == MovementBody.Kind.ROLLBACK) {
            referenced.add(message.reference());
        }
        synchronized (byId) {
            if (balance != null && byId.size() < KEPT) {
                byId.putIfAbsent(message.id(), Applied.of(message, answer, balance));
            }
        }
    }

    /** Returns the movement with exactly this content, when the wallet has applied it. */
    @Nullable
    Applied find(MovementBody message) {
        synchronized (byId) {
            var known = byId.get(message.id());
            return known != null && known.message().json().equals(message.json()) ? known : null;
        }
    }

    /** Returns true when the wallet applied a movement with this id, or a rollback that names it. */
    boolean knows(String id) {
        synchronized (byId) {
            return byId.containsKey(id) || referenced.contains(id);
        }
    }

    /** Returns the rounds that stay open during the whole run. */
    public EarlyRounds earlyRounds() {
        return earlyRounds;
    }

    /** Returns the applied movements, the earliest first. */
    public List<Applied> applied() {
        synchronized (byId) {
            return List.copyOf(byId.values());
        }
    }

    /** Returns the rollbacks that were applied although their debit was unknown (D-25), the earliest first. */
    public List<Applied> tombstones() {
        synchronized (byId) {
            var found = new ArrayList<Applied>();
            for (var each : byId.values()) {
                if (each.message().kind() == MovementBody.Kind.ROLLBACK
                        && !byId.containsKey(each.message().reference())) {
                    found.add(each);
                }
            }
            return found;
        }
    }
}
