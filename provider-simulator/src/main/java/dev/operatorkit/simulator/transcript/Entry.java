package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.wallet.ChangedBytes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Holds one exchange.
 *
 * @param id the ascending number; 0 until the transcript assigns one
 * @param time when it happened
 * @param subject what it is about
 * @param result what came of it
 * @param messages its bytes
 * @param original the number of the exchange that this one repeats or alters by hand, or 0
 */
public record Entry(long id, Time time, Subject subject, Result result, Messages messages, long original) {
    private static final int MAX_VERDICT_LENGTH = 1024;
    private static final int UNAUTHORIZED = 401;

    /** Distinguishes callbacks to the wallet from calls of an operator. */
    public enum Direction {
        /** Marks a callback to the wallet. */
        TO_WALLET,
        /** Marks a Customer API call of the operator. */
        FROM_OPERATOR
    }

    /**
     * Holds the times of an exchange.
     *
     * @param at the start, by the simulator's clock
     * @param wallAt the start, by the system clock, which signatures use
     * @param micros the duration
     */
    public record Time(Instant at, Instant wallAt, long micros) {}

    /**
     * Holds what an exchange is about.
     *
     * @param direction the direction of the call
     * @param operator the operator it concerns
     * @param kind {@code PLAYER}, {@code DEBIT}, {@code CREDIT}, {@code ROLLBACK}, {@code LOOKUP}, or a Customer API call's name
     * @param player the account, or the session token while the account is unknown
     * @param round the round
     * @param transaction the debit or settlement
     */
    public record Subject(
            Direction direction,
            String operator,
            String kind,
            @Nullable String player,
            @Nullable String round,
            @Nullable String transaction) {}

    /**
     * Holds the result of an exchange.
     *
     * @param attempt the number of the attempt, from 1
     * @param status the HTTP status, 0 without a response
     * @param verdict the meaning of the response, as text; cut after 1,024 characters
     * @param fault the applied fault, or null
     */
    public record Result(
            int attempt,
            int status,
            String verdict,
            @Nullable String fault) {
        /** Cuts a long verdict, so that it means the same here and where it is stored. */
        public Result {
            verdict = verdict.length() <= MAX_VERDICT_LENGTH ? verdict : verdict.substring(0, MAX_VERDICT_LENGTH);
        }
    }

    /**
     * Holds the bytes of an exchange.
     *
     * @param request the request
     * @param response the response
     * @param signed the bytes that were signed: path, bar, timestamp, bar, data (SIG-1)
     */
    public record Messages(byte[] request, byte[] response, byte[] signed) {}

    /** Creates an exchange that has no number yet. */
    public Entry(Time time, Subject subject, Result result, Messages messages) {
        this(0, time, subject, result, messages, 0);
    }

    public Instant at() {
        return time.at;
    }

    public Instant wallAt() {
        return time.wallAt;
    }

    public long micros() {
        return time.micros;
    }

    public Direction direction() {
        return subject.direction;
    }

    public String operator() {
        return subject.operator;
    }

    public String kind() {
        return subject.kind;
    }

    public @Nullable String player() {
        return subject.player;
    }

    public @Nullable String round() {
        return subject.round;
    }

    public @Nullable String transaction() {
        return subject.transaction;
    }

    public int attempt() {
        return result.attempt;
    }

    public int status() {
        return result.status;
    }

    public String verdict() {
        return result.verdict;
    }

    public @Nullable String fault() {
        return result.fault;
    }

    public byte[] request() {
        return messages.request;
    }

    public byte[] response() {
        return messages.response;
    }

    public byte[] signed() {
        return messages.signed;
    }

    /** Returns the verdict that pages and commands show. */
    public ExchangeVerdict judgement() {
        return ExchangeVerdict.of(this);
    }

    /** Returns what to check in a wallet that rejected this callback's valid signature; null for any other exchange. */
    public @Nullable String hint() {
        return direction() == Direction.TO_WALLET && status() == UNAUTHORIZED && fault() == null
                ? ChangedBytes.advice(signed())
                : null;
    }

    public Entry withBytes(byte[] request, byte[] signed) {
        return new Entry(id, time, subject, result, new Messages(request, response(), signed), original);
    }

    Entry withId(long newId) {
        return new Entry(newId, time, subject, result, messages, original);
    }
}
