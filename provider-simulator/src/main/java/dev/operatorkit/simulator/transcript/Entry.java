package dev.operatorkit.simulator.transcript;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One exchange.
 *
 * @param id counts up; 0 until the transcript has given it one
 * @param at when it began, by the simulator's clock
 * @param wallAt the same by the world's clock, which signatures are judged by
 * @param direction who called whom
 * @param operator the operator it concerns
 * @param kind {@code PLAYER}, {@code DEBIT}, {@code CREDIT}, {@code ROLLBACK}, {@code LOOKUP}, or a Customer API call's name
 * @param player the account or, while it is not known, the session token's
 * @param round the round it was for
 * @param transaction which debit or settlement it was for
 * @param attempt which attempt it was, from 1
 * @param status the HTTP status, 0 when no answer came
 * @param verdict what it means, in words
 * @param fault the fault that was played, or null
 * @param micros how long it took
 * @param request the request's bytes
 * @param response the answer's bytes
 * @param signed the bytes that were signed: path, bar, timestamp, bar, data (SIG-1)
 */
public record Entry(
        long id,
        Instant at,
        Instant wallAt,
        Direction direction,
        String operator,
        String kind,
        @Nullable String player,
        @Nullable String round,
        @Nullable String transaction,
        int attempt,
        int status,
        String verdict,
        @Nullable String fault,
        long micros,
        byte[] request,
        byte[] response,
        byte[] signed) {

    private static final int OVERHEAD = 512;

    /** Who called whom. */
    public enum Direction {
        /** A callback: the simulator called the wallet. */
        TO_WALLET,
        /** A Customer API call: the operator called the simulator. */
        FROM_OPERATOR
    }

    /** Returns how it is shown. */
    public ExchangeVerdict judgement() {
        return ExchangeVerdict.of(this);
    }

    /** The same exchange with another request: what somebody made of it. */
    public Entry withBytes(byte[] newRequest, byte[] newSigned) {
        return with(id, newRequest, newSigned);
    }

    Entry withId(long newId) {
        return with(newId, request, signed);
    }

    private Entry with(long newId, byte[] newRequest, byte[] newSigned) {
        return new Entry(
                newId,
                at,
                wallAt,
                direction,
                operator,
                kind,
                player,
                round,
                transaction,
                attempt,
                status,
                verdict,
                fault,
                micros,
                newRequest,
                response,
                newSigned);
    }

    /** About how many bytes of memory it takes. */
    int weight() {
        return OVERHEAD + request.length + response.length + signed.length;
    }
}
