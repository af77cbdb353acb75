package dev.operatorkit.simulator.admin;

import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.round.Rounds;
import dev.operatorkit.simulator.wallet.CallbackReply;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.Limits;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps the player sessions of triggers, so that the player callback is sent only when a game opens (WAL-1). */
final class PlayerSessions {

    private final Operators operators;
    private final Catalogue catalogue;
    private final BonusCodes codes;
    private final Rounds rounds;
    private final Map<Key, PlayerSession> sessions = new ConcurrentHashMap<>();

    /** Signals that a valid action failed, because of the wallet or the state of the round. */
    static final class ActionFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ActionFailedException(String message) {
            super(message);
        }
    }

    PlayerSessions(Operators operators, Catalogue catalogue, BonusCodes codes, Rounds rounds) {
        this.operators = operators;
        this.catalogue = catalogue;
        this.codes = codes;
        this.rounds = rounds;
    }

    /** Identifies a session. The same token at another wallet is another player. */
    private record Key(String operator, String wallet, String game, String token) {}

    /** Returns the player's session, or throws an ActionFailedException if the wallet refuses the player (LAU-11). */
    PlayerSession take(String operator, @Nullable String game, String token) {
        var key = key(operator, game, token);
        var known = sessions.get(key);
        if (known != null) {
            return known;
        }
        var reply = callPlayer(operator, game, token);
        if (reply instanceof CallbackReply.Known player) {
            return session(key, player);
        }
        throw new ActionFailedException("The game could not start: " + reply.describe());
    }

    private static PlayerSession session(Key key, CallbackReply.Known player) {
        return new PlayerSession(
                key.operator,
                player.accountId(),
                key.game,
                key.token,
                player.balance().currency());
    }

    /** Opens the game with a player callback, even if it was opened before. */
    CallbackReply callPlayer(String operator, @Nullable String game, String token) {
        var key = key(operator, game, token);
        var reply = rounds.enter(operator, key.game, token);
        if (reply instanceof CallbackReply.Known player) {
            sessions.put(key, session(key, player));
        }
        return reply;
    }

    private Key key(String operator, @Nullable String game, String token) {
        Limits.requireToken("token", token);
        var wallet = String.valueOf(operators.get(operator).wallet());
        return new Key(operator, wallet, playable(operator, game), token);
    }

    /** Returns the given game, or the first one available to the operator. */
    private String playable(String operator, @Nullable String slug) {
        if (slug == null) {
            return catalogue.games(operator).stream()
                    .filter(Game::available)
                    .findFirst()
                    .map(Game::slug)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "Operator '" + operator + "' has no available game. Switch one on."));
        }
        return catalogue
                .find(operator, slug)
                .filter(Game::available)
                .map(Game::slug)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Operator '" + operator + "' has no available game '" + slug + "'."));
    }

    /** Returns the given game, or the first one of the code's campaign. Throws an IllegalArgumentException for an unknown code. */
    String gameOf(String operator, String code, @Nullable String slug) {
        var found = codes.find(operator, code)
                .orElseThrow(() -> new IllegalArgumentException("There is no bonus code '" + code + "'."));
        return slug != null ? slug : found.campaign().terms().gameSlugs().get(0);
    }
}
