package dev.operatorkit.reference.simulation;

import dev.operatorkit.conformance.transport.Header;
import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.simulator.delivery.ControlledProvider.Tables;
import dev.operatorkit.simulator.wallet.RetrySchedule;
import dev.operatorkit.wallet.WalletStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plants one fault, or none: into what the provider sends, receives and keeps, and into what the store reports. */
final class Sabotage {
    private static final Set<Integer> REFUSALS = Set.of(409, 422);

    private final @Nullable PlantedFault fault;
    private final Tables tables;
    private final Backend backend;
    private final Map<String, Sent> first = new HashMap<>();
    private final Map<String, Integer> firstProcess = new HashMap<>();
    private int process;
    private List<String> hidden = List.of();

    Sabotage(@Nullable PlantedFault fault, Tables tables, Backend backend) {
        this.fault = fault;
        this.tables = tables;
        this.backend = backend;
    }

    boolean is(PlantedFault planted) {
        return fault == planted;
    }

    /** Returns whether the commit of these movements is reported as rolled back. */
    boolean reportsRolledBack(List<String> ids) {
        hidden = is(PlantedFault.COMMITTED_REPORTED_ROLLED_BACK) ? ids : List.of();
        return !hidden.isEmpty();
    }

    /** Hides such movements from the first read after the report: a wallet that finds them does not believe it. */
    WalletStore.Snapshot hide(Collection<String> ids, WalletStore.Snapshot read) {
        if (Collections.disjoint(hidden, ids)) {
            return read;
        }
        hidden = List.of();
        return new WalletStore.Snapshot(read.accounts(), Map.of(), Map.of(), read.rounds());
    }

    RetrySchedule retries() {
        var right = RetrySchedule.DEFAULT;
        if (is(PlantedFault.GIVES_UP_AFTER_A_DAY)) {
            return new RetrySchedule(right.first(), right.longest(), right.jitter(), Duration.ofHours(24));
        }
        if (is(PlantedFault.GOES_ON_AFTER_THREE_DAYS)) {
            return new RetrySchedule(right.first(), right.longest(), right.jitter(), Duration.ofHours(80));
        }
        if (is(PlantedFault.PAUSES_GROW_TO_TEN_HOURS)) {
            return new RetrySchedule(right.first(), Duration.ofHours(10), right.jitter(), right.window());
        }
        return is(PlantedFault.RETRIES_WITHOUT_PAUSE)
                ? new RetrySchedule(Duration.ofMillis(1), Duration.ofMillis(1), 0, right.window())
                : right;
    }

    /** Returns the callback that is sent in place of this one. */
    Sent request(String message, Sent sent) {
        if (sent.isDebit() || sent.isLookup() || fault == null) {
            return sent;
        }
        var movement = message.substring(0, message.indexOf('#'));
        var before = first.putIfAbsent(movement, sent);
        if (before == null) {
            firstProcess.put(movement, process);
            return sent;
        }
        return switch (fault) {
            case SETTLEMENT_RETRIED_WITH_NEW_ID -> withBody(sent, text(sent).replace(sent.id(), sent.id() + "x"));
            case SETTLEMENT_RETRIED_WITH_OTHER_BYTES -> withBody(sent, text(sent) + " ");
            case SETTLEMENT_RETRIED_WITH_OLD_SIGNATURE -> before;
            case NEW_SETTLEMENT_AFTER_RESTART ->
                Integer.valueOf(process).equals(firstProcess.get(movement))
                        ? sent
                        : withBody(sent, text(sent).replace(sent.id(), sent.id() + "x"));
            default -> sent;
        };
    }

    private static String text(Sent sent) {
        return new String(sent.body(), StandardCharsets.UTF_8);
    }

    private static Sent withBody(Sent sent, String body) {
        return Sent.of(
                Sent.write(sent.path(), Long.parseLong(sent.timestamp()), body.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns what the provider sends beside a callback. */
    Optional<Sent> sendAtOnce(Sent sent) {
        if (is(PlantedFault.TWO_WORKERS_ON_ONE_SETTLEMENT) && !sent.isDebit() && !sent.isLookup()) {
            return Optional.of(sent);
        }
        return is(PlantedFault.CREDIT_BEFORE_ANSWER) && sent.isDebit()
                ? Optional.of(credit(sent, Long.parseLong(sent.timestamp())))
                : Optional.empty();
    }

    /** Returns what the provider sends at once after this result of a callback. */
    Optional<Sent> sendAfter(Sent sent, WireResult result) {
        if (!sent.isDebit() || result instanceof Answered) {
            return Optional.empty();
        }
        if (is(PlantedFault.DEBIT_SENT_AGAIN)) {
            return Optional.of(sent);
        }
        return is(PlantedFault.DEBIT_SENT_AGAIN_WITH_NEW_ID)
                ? Optional.of(withBody(sent, text(sent).replace(sent.id(), sent.id() + "x")))
                : Optional.empty();
    }

    /** Returns what the provider sends after an answer that it no longer waits for. */
    Optional<Sent> sendAfterLateAnswer(Sent sent, WireResult result, long clock) {
        return is(PlantedFault.LATE_ANSWER_SETTLES) && isAccepted(sent, result)
                ? Optional.of(credit(sent, clock))
                : Optional.empty();
    }

    private static boolean isAccepted(Sent sent, WireResult result) {
        return sent.isDebit() && result instanceof Answered answered && answered.status() == 200;
    }

    private static Sent credit(Sent debit, long timestamp) {
        var body = "{\"transactionId\":\"" + debit.id() + "-credit\",\"referenceTransactionId\":\"" + debit.id()
                + "\",\"gameRoundId\":\"" + debit.round() + "\",\"playerId\":\"" + debit.account()
                + "\",\"payout\":{\"amount\":1}}";
        return Sent.of(Sent.write("/wallet/credit", timestamp, body.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the result that the provider sees in place of this one. */
    WireResult result(Sent sent, WireResult result) {
        if (fault == null || sent.isLookup()) {
            return result;
        }
        var status = result instanceof Answered answered ? answered.status() : 0;
        if (sent.isDebit()) {
            return switch (fault) {
                case NO_ROLLBACK_AFTER_500 -> status == 500 ? answered(422) : result;
                case NO_ROLLBACK_WITHOUT_ANSWER -> status == 0 ? answered(422) : result;
                case NO_ROLLBACK_AFTER_MALFORMED_200 ->
                    result instanceof Answered answer && !Sent.isJson(answer.body()) ? answered(422) : result;
                case NO_ROLLBACK_IF_NOT_FOUND ->
                    status == 0 && backend.find(sent.id()).isEmpty() ? answered(422) : result;
                case ROLLBACK_AFTER_REFUSAL ->
                    REFUSALS.contains(status) ? new NoResponse(Cause.TIMEOUT, "planted", new byte[0]) : result;
                case CREDIT_AFTER_REFUSAL -> REFUSALS.contains(status) ? answered(200) : result;
                default -> result;
            };
        }
        return switch (fault) {
            case SETTLEMENT_DONE_AFTER_503 -> status == 503 ? answered(200) : result;
            case SETTLEMENT_DONE_AFTER_401 -> status == 401 ? answered(200) : result;
            case SETTLEMENT_DONE_AFTER_422 -> status == 422 ? answered(200) : result;
            case SETTLEMENT_DONE_WITHOUT_ANSWER -> status == 0 ? answered(200) : result;
            default -> result;
        };
    }

    private static WireResult answered(int status) {
        var body = status == 200
                ? "{\"operatorTransactionId\":\"planted\",\"balance\":{\"amount\":1,\"currency\":\"EUR\","
                        + "\"updatedAt\":\"2026-01-01T00:00:00Z\"}}"
                : "{\"message\":\"planted\"}";
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        return new Answered(status, List.of(new Header("Content-Type", "application/json")), bytes, bytes);
    }

    /** Acts on an answer that the provider no longer waits for. */
    void lateAnswer(Sent sent, WireResult result) {
        if (is(PlantedFault.LATE_ANSWER_CANCELS_ROLLBACK) && isAccepted(sent, result)) {
            tables.execute("delete from game_round where round_id = ?", sent.round());
        }
    }

    /** Acts on the end of a process of the provider. */
    void killProvider() {
        process++;
        if (is(PlantedFault.QUEUE_IN_MEMORY)) {
            tables.execute("delete from game_round where state = 'SETTLING'");
        } else if (is(PlantedFault.SETTLEMENT_DONE_IN_MEMORY)) {
            tables.execute("update game_round set state = 'SETTLING', next_at = opened_at"
                    + " where state in ('SETTLED', 'REVERTED')");
        } else if (is(PlantedFault.DEBIT_FORGOTTEN_BY_RESTART)) {
            tables.execute("delete from game_round where state = 'DEBITING'");
        }
    }

    /** Acts on what the provider has recorded. */
    void recorded() {
        if (is(PlantedFault.MANUAL_REVIEW_DROPPED)) {
            tables.execute("delete from game_round where state = 'REVIEW'");
        }
    }
}
