package dev.operatorkit.conformance;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Holds what a run leaves for a second run: the movements that the wallet applied, and the rounds that it left open.
 *
 * @param wallet the address of the callbacks
 * @param run the beginning of every id of the run
 * @param plan the name and version of the plan
 * @param planHash the hash of its cases
 * @param verdict what the run proved about its plan
 * @param started when the run began
 * @param left when it ended
 * @param players the players and their balances at the end
 * @param movements the movements that got 200, the earliest first
 * @param settlements the settlements of the rounds that are open, to be sent by the second run
 */
public record Checkpoint(
        String wallet,
        String run,
        String plan,
        String planHash,
        Certificate.Conclusion verdict,
        Instant started,
        Instant left,
        List<Account> players,
        List<RunJournal.Applied> movements,
        List<MovementBody> settlements) {

    /** Holds a player, with the token of the first run, the balance at its end, and the number of second runs before it. */
    public record Account(Player player, BigDecimal balance, int secondRuns) {}

    /** Copies the lists. */
    public Checkpoint {
        players = List.copyOf(players);
        movements = List.copyOf(movements);
        settlements = List.copyOf(settlements);
    }

    /** Returns the first of the players; every run has one. */
    Player anyPlayer() {
        return players.getFirst().player();
    }

    /** Describes this run and what it proved, for the report of the run that resumes it. */
    String describe() {
        return "the run " + run + " of the plan " + plan + ", " + verdict.title() + ", from "
                + started.truncatedTo(ChronoUnit.SECONDS) + " to " + left.truncatedTo(ChronoUnit.SECONDS)
                + ", SHA-256 of the file " + CheckpointFile.hash(this);
    }

    /** Returns the session tokens of the first run. */
    List<String> tokens() {
        return players.stream().map(account -> account.player().token()).toList();
    }

    /** Returns the movements of a player, the earliest first. */
    public List<RunJournal.Applied> movementsOf(Player player) {
        return movements.stream()
                .filter(each -> each.message().player().isSameAccount(player))
                .toList();
    }

    /** Returns what the settlements of a player return: what a first run takes, and the run that resumes it gives back. */
    public BigDecimal taken(Player player) {
        return settlements.stream()
                .filter(each -> each.player().isSameAccount(player))
                .map(this::change)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Returns the amount by which a movement changes the balance. */
    public BigDecimal change(MovementBody message) {
        return switch (message.kind()) {
            case DEBIT -> message.amount().negate();
            case CREDIT -> message.amount();
            case ROLLBACK ->
                movements.stream()
                        .map(RunJournal.Applied::message)
                        .filter(each -> each.kind() == MovementBody.Kind.DEBIT
                                && each.id().equals(message.reference()))
                        .map(MovementBody::amount)
                        .findFirst()
                        .orElse(BigDecimal.ZERO);
        };
    }
}
