package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.ResumedRun;
import dev.operatorkit.conformance.suite.RunState;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;

/** Sends the first callbacks of a run that resumes an earlier one. */
final class ResumedPreflight {
    private static final int REPEATS = 4;

    private ResumedPreflight() {}

    /**
     * Sends the first settlement before anything else, when no callback has opened a session in this wallet yet (WAL-8), then asks
     * for the balances. A token that is refused, or that now belongs to another player, ends nothing here: a case judges it (LAU-10).
     */
    static Preflight open(RunState run, List<String> tokens, Checkpoint checkpoint) {
        var sessions = new LinkedHashMap<String, Player>();
        var found = new LinkedHashMap<String, BigDecimal>();
        var first = checkpoint.settlements().stream().findFirst();
        WalletResponse firstAnswer = null;
        try {
            if (first.isPresent()) {
                firstAnswer = settle(run, first.get());
            }
            var verified = firstAnswer != null
                    ? firstAnswer
                    : run.wire()
                            .send(Request.get(
                                    checkpoint.players().getFirst().player().lookupPath("unknown")));
            if (verified.status() == 401) {
                var diagnosis = Preflight.of(run, tokens);
                if (!(diagnosis instanceof Preflight.Ready)) {
                    return diagnosis;
                }
            }
            for (var token : tokens) {
                var answer = run.callPlayer(token);
                var id = answer.json().path("accountId").asText("");
                var balance = answer.balance();
                if (answer.status() == 200 && balance != null) {
                    var known = checkpoint.players().stream()
                            .map(Checkpoint.Account::player)
                            .filter(player -> player.accountId().equals(id))
                            .findFirst();
                    if (known.isEmpty() && checkpoint.tokens().contains(token)) {
                        continue;
                    }
                    if (known.isEmpty()) {
                        return new Preflight.Unusable("A token belongs to the player " + id
                                + ", with whom the first run did not play. Give tokens of its players.");
                    }
                    sessions.putIfAbsent(id, new Player(token, id, known.get().currency()));
                    found.putIfAbsent(id, balance);
                }
            }
        } catch (NoResponse e) {
            return Preflight.onNoResponse(run, e);
        }
        var resumed = new ResumedRun(checkpoint, sessions, found, firstAnswer);
        recordFound(run, resumed);
        run.journal().resume(resumed);
        return Preflight.checkBody(run, checkpoint.players().getFirst().player())
                .orElse(new Preflight.Ready(resumed.players()));
    }

    /** Records the balances that were found as those to restore; one that cannot be read cannot be restored. */
    private static void recordFound(RunState run, ResumedRun resumed) {
        for (var player : resumed.players()) {
            if (resumed.isReadable(player)) {
                run.account(player).recordBalance(resumed.foundBalance(player));
            } else {
                run.account(player).loseSession();
            }
        }
    }

    /** Sends a settlement as the service does: again while the wallet could not try it (DEL-1, D-29). */
    private static WalletResponse settle(RunState run, MovementBody settlement) {
        var body = settlement.json().getBytes(StandardCharsets.UTF_8);
        var answer = run.wire().send(Request.post(settlement.kind().path(), body));
        for (var i = 0; i < REPEATS && answer.status() == 503; i++) {
            answer = run.wire().send(Request.post(settlement.kind().path(), body));
        }
        return answer;
    }
}
