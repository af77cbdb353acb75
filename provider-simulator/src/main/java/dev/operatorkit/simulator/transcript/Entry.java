package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.wallet.EncodedPath;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Holds one exchange.
 *
 * @param id the ascending number; 0 until the transcript assigns one
 * @param at the start, by the simulator's clock
 * @param wallAt the start, by the system clock, which signatures use
 * @param direction the direction of the call
 * @param operator the operator it concerns
 * @param kind {@code PLAYER}, {@code DEBIT}, {@code CREDIT}, {@code ROLLBACK}, {@code LOOKUP}, or a Customer API call's
 *     name
 * @param player the account, or the session token while the account is unknown
 * @param round the round
 * @param transaction the debit or settlement
 * @param attempt the number of the attempt, from 1
 * @param status the HTTP status, 0 without a response
 * @param verdict the meaning of the response, as text; cut after 1,024 characters
 * @param fault the applied fault, or null
 * @param micros the duration
 * @param request the request's bytes
 * @param response the response's bytes
 * @param signed the bytes that were signed: path, bar, timestamp, bar, data (SIG-1)
 * @param original the number of the exchange that this one repeats or alters by hand, or 0
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
        byte[] signed,
        long original) {

    private static final int OVERHEAD = 512;
    private static final int LONGEST_VERDICT = 1024;
    private static final int UNAUTHORIZED = 401;

    /** Cuts a long verdict, so that it means the same here and where it is stored. */
    public Entry {
        verdict = verdict.length() <= LONGEST_VERDICT ? verdict : verdict.substring(0, LONGEST_VERDICT);
    }

    /** Distinguishes callbacks to the wallet from calls of an operator. */
    public enum Direction {
        /** Marks a callback to the wallet. */
        TO_WALLET,
        /** Marks a Customer API call of the operator. */
        FROM_OPERATOR
    }

    /** Returns the verdict that pages and commands show. */
    public ExchangeVerdict judgement() {
        return ExchangeVerdict.of(this);
    }

    /** Returns the likely mistake of a wallet that rejected this callback's signature, or null if nothing points to one. */
    public @Nullable String hint() {
        return direction == Direction.TO_WALLET
                        && status == UNAUTHORIZED
                        && fault == null
                        && EncodedPath.matches(signedPath())
                ? "If the wallet accepts callbacks without percent-encoding in their path, it decodes this one too"
                        + " early. "
                        + EncodedPath.ADVICE
                : null;
    }

    private String signedPath() {
        return new String(signed, StandardCharsets.UTF_8).split("\\|", 2)[0];
    }

    /** Returns a copy with another request. */
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
                newSigned,
                original);
    }

    /** Returns its approximate size in memory. */
    int weight() {
        return OVERHEAD + request.length + response.length + signed.length;
    }
}
