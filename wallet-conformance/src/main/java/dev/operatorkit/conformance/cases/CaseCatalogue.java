package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.Group;
import java.util.List;

/** Lists every case of the suite. A case that is missing here does not run. */
public final class CaseCatalogue {
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
                            "lookup-signature-on-another-transaction"),
            UnverifiedCases.group(),
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
                            "body-on-a-lookup"),
            TimestampCases.group()
                    .withoutMovement(
                            "four-minutes-ago",
                            "four-minutes-ahead",
                            "just-under-five-minutes-ago",
                            "just-under-five-minutes-ahead",
                            "signature-of-an-earlier-callback"),
            PlayerCases.group().withoutMovement("player-follows-a-debit"),
            DebitCases.group(),
            CreditCases.group(),
            RollbackCases.group(),
            TombstoneCases.group(),
            LookupCases.group(),
            IdempotencyCases.group(),
            IdCases.group(),
            RoundCases.group(),
            SettledRoundCases.group(),
            FreeRoundCases.group(),
            MoneyCases.group(),
            AmountCases.group(),
            BodyCases.group(),
            FieldTypeCases.group(),
            StatusCases.group()
                    .withoutMovement(
                            "refusals-have-messages",
                            "missing-reason",
                            "unknown-reason",
                            "unreadable-settlements",
                            "known-debit-with-a-bad-signature"),
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
                            "answers-are-json"),
            ConcurrencyCases.group(),
            RobustnessCases.group()
                    .withoutMovement(
                            "many-fields",
                            "large-body",
                            "escaped-null-character",
                            "hostile-ids",
                            "long-header",
                            "still-alive"),
            RunEndCases.group());

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
