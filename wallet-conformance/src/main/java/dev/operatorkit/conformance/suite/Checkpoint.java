package dev.operatorkit.conformance.suite;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Holds what a run leaves for a second run: the movements that the wallet applied, and the settlements of the rounds that it left
 * open. Its file has neither the secret nor a session token: {@link #withTokens} puts the tokens back.
 *
 * @param origin the run that left it
 * @param players the players and their balances at the end
 * @param movements the movements that got 200, the earliest first
 * @param settlements the settlements of the rounds that are open, to be sent by the second run
 */
public record Checkpoint(
        Origin origin, List<Account> players, List<RunJournal.Applied> movements, List<MovementBody> settlements) {
    private static final String FORMAT = "operatorkit-checkpoint";
    private static final int VERSION = 4;
    private static final String TOKEN = "token";
    private static final int MAX_DIGITS = 400;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .withConfigOverride(
                    BigDecimal.class, amounts -> amounts.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.STRING)))
            .build();

    /**
     * Identifies the first run.
     *
     * @param wallet the address of the callbacks
     * @param run the beginning of every id of the run
     * @param plan the name and version of the plan
     * @param planHash the hash of its cases
     * @param verdict what the run proved about its plan
     * @param started when the run began, in Unix milliseconds
     */
    public record Origin(String wallet, String run, String plan, String planHash, String verdict, long started) {}

    /** Holds a player, the balance at the end of the first run, and the hash of the player's token in that run. */
    public record Account(Player player, BigDecimal balance, String tokenHash) {}

    /** Writes what a run leaves for a second run; the message of an exception says what could not be written, and why. */
    @FunctionalInterface
    public interface Writer {
        void write(Checkpoint checkpoint) throws IOException;
    }

    /** Copies the lists. */
    public Checkpoint {
        players = List.copyOf(players);
        movements = List.copyOf(movements);
        settlements = List.copyOf(settlements);
        players.forEach(each -> requireWrittenOut(each.balance()));
        movements.forEach(each -> requireWrittenOut(each.balance()));
        Stream.concat(movements.stream().map(RunJournal.Applied::message), settlements.stream())
                .forEach(each -> requireWrittenOut(each.amount()));
    }

    /** Returns when the first run began. */
    public Instant started() {
        return Instant.ofEpochMilli(origin.started());
    }

    /** Describes the first run and what it proved, for the report of the run that resumes it. */
    public String describe() {
        return "the run " + origin.run() + " of the plan " + origin.plan() + ", " + origin.verdict() + ", from "
                + started().truncatedTo(ChronoUnit.SECONDS) + ", SHA-256 of the file " + hash();
    }

    /** Returns the session tokens of the first run. */
    public List<String> tokens() {
        return players.stream().map(account -> account.player().token()).toList();
    }

    /** Returns the movements of a player, the earliest first. */
    public List<RunJournal.Applied> movementsOf(Player player) {
        return movements.stream()
                .filter(each -> each.message().player().isSameAccount(player))
                .toList();
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

    /** Returns the hash by which the token of a run is known again. */
    public static String tokenHash(String run, String token) {
        return Plan.sha256((run + " " + token).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns false for a movement that does not go into a file: one with another token than the player's, so that the file would hold
     * it, or with an id that a terminal would obey.
     */
    public static boolean canHold(MovementBody message) {
        var token = message.player().token();
        var raw = message.raw(TOKEN);
        return (raw.isEmpty() || raw.equals(MovementBody.quoted(token)))
                && !message.without(TOKEN).json().contains(token)
                && Stream.of(message.id(), message.round(), message.reference())
                        .allMatch(id -> id.chars().noneMatch(Character::isISOControl));
    }

    /** Returns a copy with the tokens of the first run, which has to send the same bytes again; refuses to go on without one of them. */
    public Checkpoint withTokens(List<String> given) {
        var known = new LinkedHashMap<String, Player>();
        for (var account : players) {
            var player = account.player();
            var token = given.stream()
                    .filter(each -> tokenHash(origin.run(), each).equals(account.tokenHash()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("The session token with which the first run played "
                            + player + " is missing. Give the tokens of the first run again with --token; if one has"
                            + " expired, give a fresh one as well."));
            known.put(player.accountId(), new Player(token, player.accountId(), player.currency()));
        }
        return with(player -> known.getOrDefault(player.accountId(), player));
    }

    private Checkpoint with(UnaryOperator<Player> change) {
        return new Checkpoint(
                origin,
                players.stream()
                        .map(each -> new Account(change.apply(each.player()), each.balance(), each.tokenHash()))
                        .toList(),
                movements.stream()
                        .map(each -> each.of(with(each.message(), change)))
                        .toList(),
                settlements.stream().map(each -> with(each, change)).toList());
    }

    private static MovementBody with(MovementBody message, UnaryOperator<Player> change) {
        return message.withPlayer(change.apply(message.player()));
    }

    /** Returns the SHA-256 of the file. */
    public String hash() {
        return Plan.sha256(content());
    }

    /** Refuses a file that cannot be written or that holds something else, before a run moves money. */
    public static void requireReplaceable(Path file) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new IllegalArgumentException(
                    file + " cannot be written. Name a file in an existing folder that you may write to.");
        }
        var isOther = Files.exists(file)
                && (!Files.isRegularFile(file)
                        || (Files.size(file) > 0 && !Files.readString(file).contains('"' + FORMAT + '"')));
        if (isOther) {
            throw new IllegalArgumentException(
                    file + " holds something other than a checkpoint and was not changed. Name another file.");
        }
    }

    /** Writes the file. */
    public void writeTo(Path file) throws IOException {
        try {
            Files.write(file, content());
        } catch (IOException e) {
            throw new IOException(file + " could not be written: " + e.getMessage(), e);
        }
    }

    /** Reads the file of an earlier run, without tokens; refuses one that is missing, damaged or of another format. */
    public static Checkpoint read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    file + " does not exist. Name the file that a run with --leave has written.");
        }
        try {
            var root = JSON.readTree(Files.readAllBytes(file));
            if (!root.path("format").asText().equals(FORMAT)) {
                throw new IllegalArgumentException(file + " is not a checkpoint of a conformance run. Name the file"
                        + " that a run with --leave has written.");
            }
            if (root.path("version").asInt() != VERSION) {
                throw new IllegalArgumentException(file + " has version " + root.path("version") + "; this suite reads"
                        + " version " + VERSION + ". Resume it with the version of the suite that left it.");
            }
            return JSON.treeToValue(root.path("checkpoint"), Checkpoint.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(file + " is damaged. Restore the file, or begin with --leave.", e);
        }
    }

    private byte[] content() {
        var withoutTokens = with(player -> new Player("", player.accountId(), player.currency()));
        var root = new LinkedHashMap<String, Object>();
        root.put("format", FORMAT);
        root.put("version", VERSION);
        root.put("checkpoint", withoutTokens);
        try {
            return JSON.writeValueAsBytes(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records can always be written", e);
        }
    }

    /** Refuses an exponent, which can make a sum of two amounts take minutes. */
    private static void requireWrittenOut(BigDecimal amount) {
        if (Math.abs((long) amount.scale()) > MAX_DIGITS || amount.precision() > MAX_DIGITS) {
            throw new IllegalArgumentException("an amount has too many digits");
        }
    }
}
