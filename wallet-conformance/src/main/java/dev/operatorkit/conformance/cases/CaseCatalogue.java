package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Group;
import java.util.List;

/** Lists every case of the suite, and the plans that hold it. A case that is missing here does not run. */
public final class CaseCatalogue {
    static final String FULL = "full";
    static final String MONEY = "money";
    static final String SIGNING = "signing";
    static final String RESUMED = "resumed";

    private static final List<Group> GROUPS = List.of(
            SignatureCases.group()
                    .withoutMovement(
                            "right-signature-is-accepted",
                            "lookup-signs-a-trailing-bar",
                            "lookup-signed-without-the-trailing-bar",
                            "flipped-signature-on-every-callback",
                            "missing-signature-on-every-callback",
                            "empty-signature-on-every-callback",
                            "missing-timestamp-on-every-callback",
                            "stale-timestamp-on-every-callback",
                            "future-timestamp-on-every-callback",
                            "other-secret-on-every-callback",
                            "other-timestamp-than-signed-on-every-callback",
                            "other-path-than-signed-on-every-callback",
                            "internal-headers-with-a-bad-signature",
                            "debit-signature-on-credit",
                            "lookup-signature-on-another-transaction")
                    .withoutLook(
                            "right-signature-is-accepted",
                            "lookup-signs-a-trailing-bar",
                            "lookup-signed-without-the-trailing-bar",
                            "lookup-signature-on-another-transaction")
                    .in(FULL, SIGNING),
            UnverifiedCases.group()
                    .withoutMovementOf(
                            "unverified-debit-new", "unverified-debit-of-nothing", "unverified-debit-of-a-free-round")
                    .in(FULL, SIGNING),
            UnsignedPartsCases.group()
                    .withoutMovement(
                            "earlier-signature-under-a-new-timestamp",
                            "forwarded-path-is-not-signed",
                            "conditional-headers-are-not-signed")
                    .in(FULL, SIGNING),
            SignedBytesCases.group()
                    .withoutMovement(
                            "credit-changed-after-signing",
                            "hostile-key-order-and-white-space",
                            "escapes-in-a-signed-body",
                            "escaped-slashes-in-a-signed-body",
                            "unicode-in-a-signed-body",
                            "unknown-fields",
                            "white-space-around-a-signed-body",
                            "long-signed-body",
                            "settlements-with-hostile-key-order",
                            "lookup-with-an-unsigned-query",
                            "query-on-a-debit",
                            "body-on-a-lookup")
                    .withoutLook(
                            "settlements-with-hostile-key-order", "lookup-with-an-unsigned-query", "body-on-a-lookup")
                    .in(FULL, SIGNING),
            TimestampCases.group()
                    .withoutMovement(
                            "four-minutes-ago",
                            "four-minutes-ahead",
                            "just-under-five-minutes-ago",
                            "just-under-five-minutes-ahead",
                            "signature-of-an-earlier-callback")
                    .withoutLook("four-minutes-ago", "four-minutes-ahead")
                    .in(FULL, SIGNING),
            PlayerCases.group()
                    .withoutMovement("player-follows-a-debit", "two-sessions-of-a-player")
                    .withoutLook("two-sessions-of-a-player")
                    .in(FULL),
            DebitCases.group()
                    .withoutMovementOf(
                            "debit-far-over-the-balance",
                            "refusal-for-want-of-funds-has-a-message",
                            "debit-of-an-unknown-player",
                            "debit-with-an-unknown-token",
                            "debit-in-another-currency")
                    .withoutLook("each-debit-has-its-own-operator-id")
                    .in(FULL, MONEY),
            CreditCases.group()
                    .withoutMovementOf("credit-of-an-unknown-debit", "credit-of-a-refused-debit")
                    .withoutLook(
                            "credit-answers-a-complete-result",
                            "credit-is-stored",
                            "zero-payout-answers-a-complete-result")
                    .in(FULL, MONEY),
            RollbackCases.group()
                    .withoutMovementOf("rollback-of-an-unknown-debit", "rollback-of-a-refused-debit")
                    .withoutLook("rollback-answers-a-complete-result", "rollback-is-stored")
                    .in(FULL, MONEY),
            TombstoneCases.group()
                    .withoutMovement("early-rollback-on-an-open-round")
                    .in(FULL, MONEY),
            LookupCases.group()
                    .withoutMovementOf("lookup-of-an-unknown-transaction")
                    .withoutLook(
                            "lookup-answers-a-complete-result",
                            "lookup-answers-the-stored-balance",
                            "lookup-of-a-rollback-later",
                            "lookup-of-part-of-an-id",
                            "lookup-of-an-extended-id",
                            "lookup-by-wildcard",
                            "lookup-in-another-case",
                            "lookup-by-the-round",
                            "lookup-under-an-unknown-account",
                            "lookup-with-escaped-letters",
                            "lookup-with-a-trailing-slash")
                    .in(FULL, MONEY),
            IdempotencyCases.group()
                    .withoutLook(
                            "replay-returns-the-stored-balance",
                            "replayed-credit-returns-the-stored-balance",
                            "replayed-rollback-returns-the-stored-balance",
                            "replayed-zero-payout-returns-the-stored-balance",
                            "replay-returns-the-stored-times")
                    .in(FULL, MONEY),
            RequestFormCases.group().in(FULL, MONEY),
            IdCases.group()
                    .withoutMovementOf(
                            "very-long-id",
                            "empty-id",
                            "ids-that-differ-after-a-null-character",
                            "ids-named-like-members")
                    .in(FULL, MONEY),
            RoundCases.group().in(FULL, MONEY),
            SettledRoundCases.group().in(FULL, MONEY),
            FreeRoundCases.group()
                    .withoutMovementOf("free-round-with-a-stake")
                    .withoutLook("free-round-answers-a-complete-result")
                    .in(FULL, MONEY),
            MoneyCases.group()
                    .withoutMovementOf(
                            "more-decimals-than-the-currency", "half-a-unit", "negative-stake", "astronomical-stake")
                    .in(FULL, MONEY),
            AmountCases.group()
                    .withoutMovementOf("stake-of-many-digits", "stake-of-another-currency-is-not-taken-as-it-is")
                    .in(FULL, MONEY),
            BodyCases.group()
                    .withoutMovementOf("debit-without-an-id-sent-twice", "very-deep-nesting")
                    .in(FULL),
            FieldTypeCases.group().in(FULL),
            StatusCases.group()
                    .withoutMovement(
                            "refusals-have-messages",
                            "missing-reason",
                            "unknown-reason",
                            "unreadable-settlements",
                            "known-debit-with-a-bad-signature")
                    .withoutLook("refusals-have-messages", "known-debit-with-a-bad-signature")
                    .in(FULL),
            TransportCases.group()
                    .withoutMovement(
                            "settlements-of-another-content-type",
                            "content-type-with-charset",
                            "content-type-in-capitals",
                            "header-names-in-lower-case",
                            "unknown-headers",
                            "connection-close",
                            "compressed-by-name-only",
                            "wrong-methods",
                            "answers-are-json")
                    .withoutLook("answers-are-json")
                    .in(FULL),
            HttpCases.group()
                    .withoutMovementOf("debit-by-another-method", "debit-on-a-longer-path", "oversized-body")
                    .withoutLook("only-the-stated-headers", "response-when-gzip-is-accepted", "debit-delivered-twice")
                    .in(FULL),
            ConcurrencyCases.group().in(FULL, MONEY),
            RobustnessCases.group()
                    .withoutMovement(
                            "many-fields",
                            "large-body",
                            "escaped-null-character",
                            "hostile-ids",
                            "long-header",
                            "still-alive")
                    .in(FULL),
            RunEndCases.group().in(FULL, MONEY),
            ResumedCases.group().in(RESUMED));

    private CaseCatalogue() {}

    /** Returns all groups, in order. */
    public static List<Group> groups() {
        return GROUPS;
    }

    /** Returns all cases, in order. */
    public static List<Case> cases() {
        return GROUPS.stream().flatMap(group -> group.cases().stream()).toList();
    }
}
