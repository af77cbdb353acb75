package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows one movement on its way to the wallet. When the connection ends without a response, the lookup says whether the wallet has
 * applied the movement (WAL-12): a connection that was only idle carried nothing to it. A movement that is sent once more is known to
 * the lookup either way, so it proves nothing.
 */
final class SentMovement {
    private final RunState run;
    private final MovementBody message;
    private final boolean isTelling;
    private final List<Exchange> lookups = new ArrayList<>();
    private boolean isKnown;

    SentMovement(RunState run, MovementBody message, Request request) {
        this.run = run;
        this.message = message;
        this.isTelling = request.isGenuine()
                && run.isIdOfThisRun(message.id())
                && !run.journal().knows(message.id());
        run.journal().recordSending(message.id());
    }

    /** Returns true when the request may be sent again, as after an idle connection: no lookup says otherwise. */
    boolean maySendAgain() {
        return !canTell() || (lookUp() && !isKnown);
    }

    /** Returns true when the wallet applied the movement; asked after a sending without a response. */
    boolean isApplied() {
        return isKnown || (canTell() && lookUp() && isKnown);
    }

    /** Returns the lookups that were made. */
    List<Exchange> lookups() {
        return List.copyOf(lookups);
    }

    private boolean canTell() {
        return isTelling && run.journal().isSentOnce(message.id());
    }

    /** Looks the movement up on a new connection; returns false when that got no response, or no longer proves anything. */
    private boolean lookUp() {
        try {
            var found = run.wire()
                    .send(Request.get(message.player().lookupPath(message.id())).onNewConnection());
            lookups.add(found.exchange());
            isKnown = found.isResult() && canTell();
            return true;
        } catch (NoResponse e) {
            lookups.add(e.exchange());
            return false;
        }
    }

    /** Returns the failure of a movement that was applied without a response (GEN-8). */
    Failure describeLoss(Exchange sent) {
        var kind = message.kind().path().substring(1);
        return new Failure(
                "GEN-8",
                "a response whenever a movement is applied",
                "the wallet applied the " + kind + " " + message.id() + " and closed the connection "
                        + (sent.received().length == 0 ? "without a response" : "before the response was complete"),
                "The lookup knows this " + kind + ", so it was applied, but the service gets no result and has to "
                        + (message.kind() == MovementBody.Kind.DEBIT ? "roll the bet back" : "send it again")
                        + ". Find in the log of the wallet, or of a proxy before it, why the connection was closed.",
                sent);
    }
}
