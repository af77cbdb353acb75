package dev.operatorkit.conformance.suite;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
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
    private static final int VERSION = 3;
    private static final String TOKEN = "token";
    private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,400}(\\.[0-9]{1,400})?");
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /**
     * Identifies the first run.
     *
     * @param wallet the address of the callbacks
     * @param run the beginning of every id of the run
     * @param plan the name and version of the plan
     * @param planHash the hash of its cases
     * @param verdict what the run proved about its plan
     * @param started when the run began
     */
    public record Origin(String wallet, String run, String plan, String planHash, String verdict, Instant started) {}

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
    }

    /** Returns the name and version of the first run's plan. */
    public String plan() {
        return origin.plan();
    }

    /** Returns the hash of the cases of the first run's plan. */
    public String planHash() {
        return origin.planHash();
    }

    /** Returns when the first run began. */
    public Instant started() {
        return origin.started();
    }

    /** Describes the first run and what it proved, for the report of the run that resumes it. */
    public String describe() {
        return "the run " + origin.run() + " of the plan " + origin.plan() + ", " + origin.verdict() + ", from "
                + origin.started().truncatedTo(ChronoUnit.SECONDS) + ", SHA-256 of the file " + hash();
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
        return new Checkpoint(
                origin,
                players.stream()
                        .map(each -> new Account(of(each.player(), known), each.balance(), each.tokenHash()))
                        .toList(),
                movements.stream()
                        .map(each -> each.of(
                                each.message().withPlayer(of(each.message().player(), known))))
                        .toList(),
                settlements.stream()
                        .map(each -> each.withPlayer(of(each.player(), known)))
                        .toList());
    }

    private static Player of(Player player, Map<String, Player> known) {
        return known.getOrDefault(player.accountId(), player);
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
            return of(root);
        } catch (JacksonException | DateTimeException | NoSuchElementException e) {
            throw new IllegalArgumentException(file + " is damaged. Restore the file, or begin with --leave.", e);
        }
    }

    private byte[] content() {
        var root = JSON.createObjectNode();
        root.put("format", FORMAT);
        root.put("version", VERSION);
        root.put("wallet", origin.wallet());
        root.put("run", origin.run());
        root.put("plan", origin.plan());
        root.put("planSha256", origin.planHash());
        root.put("verdict", origin.verdict());
        root.put("started", origin.started().toString());
        var accounts = root.putArray("players");
        for (var account : players) {
            var node = accounts.addObject();
            node.put("accountId", account.player().accountId());
            node.put("currency", account.player().currency());
            node.put("balance", account.balance().toPlainString());
            node.put("tokenSha256", account.tokenHash());
        }
        var applied = root.putArray("movements");
        for (var each : movements) {
            var result = write(applied.addObject(), each.message()).putObject("result");
            result.put("operatorTransactionId", each.operatorTransactionId());
            result.put("balance", each.balance().toPlainString());
            result.put("currency", each.currency());
            result.put("createdAt", each.createdAt());
        }
        var open = root.putArray("settlements");
        settlements.forEach(each -> write(open.addObject(), each));
        try {
            return JSON.writeValueAsBytes(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    private static ObjectNode write(ObjectNode node, MovementBody message) {
        node.put("kind", message.kind().name());
        node.put("player", message.player().accountId());
        node.put("id", message.id());
        node.put("round", message.round());
        node.put("reference", message.reference());
        node.put("amount", message.amount().toPlainString());
        var fields = node.putObject("fields");
        message.fields().forEach((name, raw) -> fields.put(name, name.equals(TOKEN) ? "" : raw));
        return node;
    }

    private static Checkpoint of(JsonNode root) {
        var origin = new Origin(
                root.path("wallet").asText(),
                root.path("run").asText(),
                root.path("plan").asText(),
                root.path("planSha256").asText(),
                root.path("verdict").asText(),
                Instant.parse(root.path("started").asText()));
        var accounts = new ArrayList<Account>();
        for (var node : root.path("players")) {
            var player = new Player(
                    "", node.path("accountId").asText(), node.path("currency").asText());
            accounts.add(new Account(
                    player, amount(node, "balance"), node.path("tokenSha256").asText()));
        }
        var players = accounts.stream().map(Account::player).toList();
        var movements = new ArrayList<RunJournal.Applied>();
        for (var node : root.path("movements")) {
            var result = node.path("result");
            movements.add(new RunJournal.Applied(
                    message(node, players),
                    result.path("operatorTransactionId").asText(),
                    amount(result, "balance"),
                    result.path("currency").asText(),
                    result.path("createdAt").asText()));
        }
        var settlements = new ArrayList<MovementBody>();
        root.path("settlements").forEach(node -> settlements.add(message(node, players)));
        return new Checkpoint(origin, accounts, movements, settlements);
    }

    private static MovementBody message(JsonNode node, List<Player> players) {
        var fields = new LinkedHashMap<String, String>();
        node.path("fields")
                .properties()
                .forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
        var account = node.path("player").asText();
        return new MovementBody(
                Stream.of(MovementBody.Kind.values())
                        .filter(each -> each.name().equals(node.path("kind").asText()))
                        .findFirst()
                        .orElseThrow(),
                players.stream()
                        .filter(each -> each.accountId().equals(account))
                        .findFirst()
                        .orElseThrow(),
                node.path("id").asText(),
                node.path("round").asText(),
                node.path("reference").asText(),
                amount(node, "amount"),
                fields);
    }

    /** Returns an amount; refuses an exponent, which can make a sum of two amounts take minutes. */
    private static BigDecimal amount(JsonNode node, String name) {
        var text = node.path(name).asText();
        if (!AMOUNT.matcher(text).matches()) {
            throw new NoSuchElementException(name);
        }
        return new BigDecimal(text);
    }
}
