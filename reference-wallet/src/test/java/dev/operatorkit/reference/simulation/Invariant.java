package dev.operatorkit.reference.simulation;

/** Lists what must hold after every step, under all faults. */
enum Invariant {
    BALANCE("a balance is the opening balance plus every movement and posting, each once"),
    OVERDRAFT("no balance falls below zero"),
    CHAIN("an account's entries have the versions 1, 2, 3 and so on, each with the balance of the one before as its"
            + " start"),
    ONE_ENTRY("an id is stored once"),
    ONE_SETTLEMENT("a round has one debit and at most one settlement"),
    COMMITTED_BEFORE_ANSWER("a 200 leaves after the commit"),
    STORED_ANSWER("every 200 of an id is that of its entry"),
    REFUSED_IS_NOT_WRITTEN("a debit answered 409 or 422 is not written, nor will be"),
    TOMBSTONE("a debit whose rollback was answered first is never applied"),
    DURABLE("a crash changes nothing that is committed"),
    OWN_MOVEMENT("an id is answered only for its kind and its account"),
    REASON_TO_REFUSE("a refusal follows from what is stored during the call"),
    REASON_FOR_UNKNOWN("a 500 or 503 follows from a fault"),
    FRESHNESS("a callback is accepted within five minutes of its timestamp, and not after that"),
    SETTLE_AFTER_DEBIT("a credit follows an accepted debit, and nothing follows a refused one"),
    ONE_DEBIT("the debit of a bet is sent once"),
    ONE_INTENT("a round has one settlement, of one id and kind"),
    SAME_BYTES("every attempt has the same bytes, one at a time, and none follows the 200"),
    NOTHING_FORGOTTEN("every bet ends: refused, settled, reverted or in manual review"),
    THREE_DAYS("attempts go on for 72 hours and not longer"),
    OWN_SIGNATURE("every attempt has its own timestamp and signature"),
    BOTH_AGREE("in the end, provider and wallet agree about every bet");

    private final String sentence;

    Invariant(String sentence) {
        this.sentence = sentence;
    }

    /** Reports an invariant that does not hold. */
    static final class Violation extends AssertionError {
        private static final long serialVersionUID = 1L;

        Violation(Invariant invariant, String subject, String detail) {
            super(invariant + " (" + invariant.sentence + "): " + subject + ": " + detail);
        }
    }
}
