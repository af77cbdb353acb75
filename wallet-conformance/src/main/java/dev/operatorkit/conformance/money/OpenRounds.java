package dev.operatorkit.conformance.money;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tracks the debits of a case that may lack a settlement, so that they can be closed when the case ends (RND-4). A case may send one id
 * for several rounds, or for another settlement (IDM-1): then each round is tracked on its own, and only the first settlement of an id
 * closes one, if its body names the round.
 */
public final class OpenRounds {
    private final Map<Place, MovementBody> debits = new LinkedHashMap<>();
    private final Set<Place> applied = new HashSet<>();
    private final Map<String, Place> firstPlaces = new HashMap<>();
    private final Map<String, MovementBody> silent = new LinkedHashMap<>();

    /** Names a debit by its player, its round and its id. */
    private record Place(String account, String round, String debit) {
        static Place of(MovementBody message) {
            return new Place(
                    message.player().accountId(),
                    message.round(),
                    message.kind() == MovementBody.Kind.DEBIT ? message.id() : message.reference());
        }
    }

    /** Records a debit, unless it repeats one that the wallet applied before: the case that sent that one settles it. */
    public synchronized void recordSending(MovementBody message, boolean repeated) {
        firstPlaces.putIfAbsent(message.id(), Place.of(message));
        if (message.kind() == MovementBody.Kind.DEBIT && !repeated) {
            debits.put(Place.of(message), message);
        }
    }

    /** Records the response to a movement: an applied settlement closes its round, and a refused debit opens none. */
    public synchronized void recordAnswer(MovementBody message, int status) {
        var place = Place.of(message);
        var isDebit = message.kind() == MovementBody.Kind.DEBIT;
        if (isDebit && status == 200) {
            applied.add(place);
        }
        if (isDebit && (status == 401 || status == 409 || status == 422) && !applied.contains(place)) {
            debits.remove(place);
        }
        var isSettlement = !isDebit && message.namesItsPlayer() && message.namesItsRound();
        if (isSettlement && status == 200 && place.equals(firstPlaces.get(message.id()))) {
            debits.remove(place);
        }
    }

    /** Records a movement without a response: the wallet may still apply it. */
    public synchronized void recordSilence(MovementBody message) {
        silent.put(message.json(), message);
    }

    /** Returns the movements without a response, and forgets them. */
    public synchronized List<MovementBody> takeSilent() {
        var taken = List.copyOf(silent.values());
        silent.clear();
        return taken;
    }

    /** Returns true when every debit has a settlement. */
    public synchronized boolean isEmpty() {
        return debits.isEmpty() && silent.isEmpty();
    }

    /** Returns the debits that may lack a settlement, and forgets them. */
    public synchronized List<MovementBody> takeUnsettled() {
        var taken = List.copyOf(debits.values());
        debits.clear();
        return taken;
    }

    /** Returns the debits that may lack a settlement. */
    public synchronized List<MovementBody> unsettled() {
        return List.copyOf(debits.values());
    }
}
