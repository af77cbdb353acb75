package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.admin.PlayerSessions.ActionFailedException;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.RefusedException;
import dev.operatorkit.simulator.delivery.Attempt;
import dev.operatorkit.simulator.delivery.CallbackContext;
import dev.operatorkit.simulator.delivery.Reconciliation.Lookup;
import dev.operatorkit.simulator.operator.ConstantNames;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.CallbackReply;
import io.helidon.webserver.http.ServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Performs one action now and returns its exchanges. */
final class TriggerRoutes {
    private static final Set<String> NAMES = Set.of(
            "action",
            "operator",
            "token",
            "game",
            "stake",
            "outcome",
            "win",
            "code",
            "round",
            "player",
            "transaction",
            "currency");
    private static final int MAX_EXCHANGES = 200;

    private final Operators operators;
    private final CallbackEngine wallets;
    private final BonusCodes codes;
    private final PlayerSessions sessions;

    TriggerRoutes(Operators operators, CallbackEngine wallets, BonusCodes codes, PlayerSessions sessions) {
        this.operators = operators;
        this.wallets = wallets;
        this.codes = codes;
        this.sessions = sessions;
    }

    private enum Action {
        PLAYER,
        DEBIT,
        CREDIT,
        ROLLBACK,
        LOOKUP,
        ROUND,
        FREE_ROUND,
        RESEND
    }

    /** Holds the result of an action: whether it succeeded, a message, and its round if it has one. */
    private record Effect(
            boolean ok, String message, @Nullable GameRound round) {
        static Effect of(CallbackReply reply, boolean ok) {
            return new Effect(ok, reply.describe(), null);
        }

        static Effect of(GameRound round, RoundState... expected) {
            var ok = List.of(expected).contains(round.state());
            return new Effect(ok, round.state() + ": " + round.detail(), round);
        }
    }

    JsonNode trigger(ServerRequest request) {
        var body = AdminBody.of(request, NAMES);
        var action = ConstantNames.parse(Action.class, "action", body.required("action"));
        var before = wallets.transcript().newestId();
        var effect = tryAct(action, body);
        var json = AdminJson.object().put("ok", effect.ok).put("message", effect.message);
        if (effect.round != null) {
            json.set("round", AdminJson.round(effect.round));
        }
        var exchanges = json.putArray("exchanges");
        findExchanges(before, action, body, effect.round)
                .forEach(entry -> exchanges.add(AdminJson.exchange(entry, false)));
        return json;
    }

    /** Performs the action. A failed one is a result with its exchanges; only an invalid request is an error. */
    private Effect tryAct(Action action, AdminBody body) {
        try {
            return act(action, body);
        } catch (ActionFailedException | RefusedException e) {
            return new Effect(false, String.valueOf(e.getMessage()), null);
        }
    }

    private Effect act(Action action, AdminBody body) {
        return switch (action) {
            case PLAYER -> {
                var reply = sessions.callPlayer(operator(body), body.text("game"), body.required("token"));
                yield Effect.of(reply, reply instanceof CallbackReply.Known);
            }
            case DEBIT -> spin(body, SpinOutcome.OPEN);
            case ROUND -> spin(body, null);
            case FREE_ROUND -> freeRound(body);
            case CREDIT -> decide(body, outcome(body, round(body).bet().stake().currency()));
            case ROLLBACK -> decide(body, SpinOutcome.FAILURE);
            case LOOKUP -> body.text("round") == null ? lookUp(body) : lookUp(round(body));
            case RESEND -> resend(round(body));
        };
    }

    private Effect spin(AdminBody body, @Nullable SpinOutcome given) {
        var session = sessions.take(operator(body), body.text("game"), body.required("token"));
        var stake = body.money("stake", "1", session.currency());
        var outcome = given == null ? outcome(body, session.currency()) : given;
        return played(wallets.rounds().spin(session, stake, outcome), outcome);
    }

    private Effect freeRound(AdminBody body) {
        var code = body.required("code");
        var session = sessions.take(
                operator(body), sessions.gameOf(operator(body), code, body.text("game")), body.required("token"));
        var outcome = outcome(body, session.currency());
        return played(wallets.rounds().freeSpin(session, codes, code, outcome), outcome);
    }

    private Effect decide(AdminBody body, SpinOutcome outcome) {
        var id = round(body).id();
        return played(attempt(() -> wallets.rounds().decide(id, outcome)), outcome);
    }

    private static Effect played(GameRound round, SpinOutcome outcome) {
        return Effect.of(
                round,
                switch (outcome) {
                    case SpinOutcome.Open open -> RoundState.BET;
                    case SpinOutcome.Failure failure -> RoundState.REVERTED;
                    case SpinOutcome.Chance chance -> RoundState.SETTLED;
                    case SpinOutcome.Win win -> RoundState.SETTLED;
                    case SpinOutcome.Loss loss -> RoundState.SETTLED;
                });
    }

    private static SpinOutcome outcome(AdminBody body, CurrencyCode currency) {
        var win = body.text("win");
        var word = body.text("outcome", win == null ? "chance" : "win");
        if (win != null && !word.equals("win")) {
            throw new IllegalArgumentException("'win' needs the outcome win, not '" + word + "'.");
        }
        return switch (word) {
            case "chance" -> SpinOutcome.CHANCE;
            case "win" -> new SpinOutcome.Win(body.money("win", body.required("win"), currency));
            case "loss" -> SpinOutcome.LOSS;
            case "failure" -> SpinOutcome.FAILURE;
            default ->
                throw new IllegalArgumentException(
                        "'outcome' must be chance, win, loss or failure, not '" + word + "'.");
        };
    }

    private Effect lookUp(GameRound round) {
        var before = wallets.store().history(round.id()).size();
        var found = wallets.deliveries().reconciliation().lookUp(round);
        var history = wallets.store().history(round.id());
        var verdicts = history.subList(Math.min(before, history.size()), history.size()).stream()
                .map(Attempt::verdict)
                .toList();
        return new Effect(
                found != Lookup.NOT_FOUND,
                String.join("; ", verdicts),
                wallets.store().find(round.id()).orElse(round));
    }

    private Effect lookUp(AdminBody body) {
        var operator = operator(body);
        var player = body.required("player");
        var transaction = body.required("transaction");
        var context = new CallbackContext(
                operator, player, null, transaction, 1, CurrencyCode.ofUnlisted(body.text("currency", "EUR")));
        var reply = wallets.sender().send(wallets.sender().writer(operator).lookup(player, transaction), context);
        return Effect.of(reply, reply instanceof CallbackReply.Done);
    }

    /** Sends a settlement now: manually if it is in manual review, else as an early retry. */
    private Effect resend(GameRound round) {
        attempt(() -> {
            if (round.state() == RoundState.REVIEW) {
                wallets.deliveries().reconciliation().resend(round.id());
            } else {
                wallets.deliveries().tryNow(round.id());
            }
            return round;
        });
        return Effect.of(wallets.store().find(round.id()).orElse(round), RoundState.SETTLED, RoundState.REVERTED);
    }

    /** Runs an action whose IllegalArgumentException means that the round's state does not allow it. */
    private static GameRound attempt(Supplier<GameRound> change) {
        try {
            return change.get();
        } catch (IllegalArgumentException e) {
            throw new ActionFailedException(String.valueOf(e.getMessage()));
        }
    }

    private String operator(AdminBody body) {
        var id = body.text("operator");
        return id == null ? operators.first().id() : operators.get(id).id();
    }

    private GameRound round(AdminBody body) {
        var id = body.required("round");
        return wallets.store()
                .find(id)
                .orElseThrow(() -> new IllegalArgumentException("There is no round '" + id + "'."));
    }

    private List<Entry> findExchanges(long after, Action action, AdminBody body, @Nullable GameRound round) {
        var found = new ArrayList<Entry>();
        var token = body.text("token");
        if (token != null) {
            found.addAll(wallets.transcript()
                    .since(Filter.of("operator", operator(body), "player", token, "kind", "PLAYER"), after, 1));
        }
        if (round != null) {
            found.addAll(wallets.transcript().since(Filter.ofRound(round.id()), after, MAX_EXCHANGES));
        } else if (action == Action.LOOKUP) {
            found.addAll(wallets.transcript()
                    .since(
                            Filter.of("operator", operator(body), "player", body.text("player"), "kind", "LOOKUP"),
                            after,
                            1));
        }
        return found;
    }
}
