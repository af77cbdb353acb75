package dev.operatorkit.simulator.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The debits of a case that may stand without a settlement, so that they can be closed when it ends (RND-4: never neither). */
final class OpenRounds {
    private final Map<String, Message> debits = new LinkedHashMap<>();

    synchronized void sending(Message message) {
        if (message.kind() == Message.Kind.DEBIT) {
            debits.put(message.id(), message);
        }
    }

    synchronized void answered(Message message, int status) {
        if (message.kind() != Message.Kind.DEBIT && status == 200) {
            debits.remove(message.reference());
        }
        if (message.kind() == Message.Kind.DEBIT && (status == 401 || status == 409 || status == 422)) {
            debits.remove(message.id());
        }
    }

    synchronized List<Message> unsettled() {
        return List.copyOf(debits.values());
    }
}
