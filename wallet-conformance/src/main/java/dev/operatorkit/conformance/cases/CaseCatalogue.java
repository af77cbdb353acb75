package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.Group;
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
                    .in(FULL, SIGNING),
            UnverifiedCases.group().in(FULL, SIGNING),
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
                    .in(FULL, SIGNING),
            TimestampCases.group()
                    .withoutMovement(
                            "four-minutes-ago",
                            "four-minutes-ahead",
                            "just-under-five-minutes-ago",
                            "just-under-five-minutes-ahead",
                            "signature-of-an-earlier-callback")
                    .in(FULL, SIGNING),
            PlayerCases.group().withoutMovement("player-follows-a-debit").in(FULL),
            DebitCases.group().in(FULL, MONEY),
            CreditCases.group().in(FULL, MONEY),
            RollbackCases.group().in(FULL, MONEY),
            TombstoneCases.group().in(FULL, MONEY),
            LookupCases.group().in(FULL, MONEY),
            IdempotencyCases.group().in(FULL, MONEY),
            IdCases.group().in(FULL, MONEY),
            RoundCases.group().in(FULL, MONEY),
            SettledRoundCases.group().in(FULL, MONEY),
            FreeRoundCases.group().in(FULL, MONEY),
            MoneyCases.group().in(FULL, MONEY),
            AmountCases.group().in(FULL, MONEY),
            BodyCases.group().in(FULL),
            FieldTypeCases.group().in(FULL),
            StatusCases.group()
                    .withoutMovement(
                            "refusals-have-messages",
                            "missing-reason",
                            "unknown-reason",
                            "unreadable-settlements",
                            "known-debit-with-a-bad-signature")
                    .in(FULL),
            TransportCases.group()
                    .withoutMovement(
                            "settlements-of-another-content-type",
                            "content-type-with-charset",
                            "content-type-in-capitals",
                            "header-names-in-lower-case",
                            "chunked-body",
                            "unknown-headers",
                            "connection-close",
                            "compressed-by-name-only",
                            "wrong-methods",
                            "answers-are-json")
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
