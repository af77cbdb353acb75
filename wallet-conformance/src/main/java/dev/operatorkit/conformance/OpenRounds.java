package dev.operatorkit.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tracks the debits of a case that may lack a settlement, so that they can be closed when the case ends (RND-4). */
final class OpenRounds {
    private final Map<String, MovementBody> debits = new LinkedHashMap<>();
    private final Map<String, MovementBody> silent = new LinkedHashMap<>();

    /** Records a debit, unless it repeats one that the wallet applied before: whoever sent that one also settles it. */
    synchronized void recordSending(MovementBody message, boolean repeated) {
        if (message.kind() == MovementBody.Kind.DEBIT && !repeated) {
            debits.put(message.id(), message);
        }
    }

    synchronized void recordAnswer(MovementBody message, int status) {
        if (message.kind() != MovementBody.Kind.DEBIT && status == 200) {
            debits.remove(message.reference());
        }
        if (message.kind() == MovementBody.Kind.DEBIT && (status == 401 || status == 409 || status == 422)) {
            debits.remove(message.id());
        }
    }

    /** Records a movement without a response: the wallet may still apply it. */
    synchronized void recordSilence(MovementBody message) {
        silent.put(message.id(), message);
    }

    /** Returns the movements without a response, and forgets them. */
    synchronized List<MovementBody> takeSilent() {
        var taken = List.copyOf(silent.values());
        silent.clear();
        return taken;
    }

    /** Returns true when a movement got no response, so that the wallet may still apply it. */
    synchronized boolean hasSilent() {
        return !silent.isEmpty();
    }

    /** Returns the debits that may lack a settlement, and forgets them. */
    synchronized List<MovementBody> takeUnsettled() {
        var taken = List.copyOf(debits.values());
        debits.clear();
        return taken;
    }

    synchronized List<MovementBody> unsettled() {
        return List.copyOf(debits.values());
    }
}
