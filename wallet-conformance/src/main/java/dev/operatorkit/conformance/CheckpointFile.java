package dev.operatorkit.conformance;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Writes and reads the file between two runs. It holds the session tokens, since a repeated debit is the same bytes; so only its
 * owner may read it. The secret is not in it.
 */
public final class CheckpointFile {
    private static final String FORMAT = "operatorkit-checkpoint";
    private static final int VERSION = 2;
    private static final int HEAD = 200;
    private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,400}(\\.[0-9]{1,400})?");
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private CheckpointFile() {}

    /** Returns the content of the file. */
    static byte[] content(Checkpoint checkpoint) {
        try {
            var root = node(checkpoint);
            root.put("sha256", hash(root));
            return JSON.writeValueAsBytes(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    /** Returns the SHA-256 of the file that holds this checkpoint. */
    public static String hash(Checkpoint checkpoint) {
        return Plan.sha256(content(checkpoint));
    }

    /** Returns true for a file that a run with {@code --leave} wrote, or an empty one: nothing is lost when it is replaced. */
    static boolean isReplaceable(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var head = new String(in.readNBytes(HEAD), StandardCharsets.UTF_8);
            return head.isEmpty() || head.contains('"' + FORMAT + '"');
        }
    }

    /** Locks the file, so that only one run at a time resumes it; refuses a file that another run resumes. */
    public static FileChannel lock(Path file) throws IOException {
        var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (isLocked(channel)) {
            channel.close();
            throw new IllegalArgumentException(
                    file + " is in use: another run resumes it. Wait until it ends, then resume the file again.");
        }
        return channel;
    }

    /** Locks an open file; returns true when another run holds the lock. */
    static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() == null;
        } catch (OverlappingFileLockException e) {
            return true;
        }
    }

    /** Reads the file of an earlier run; refuses one that is missing, damaged or of another format. */
    public static Checkpoint read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    file + " does not exist. Name the file that a run with --leave has written.");
        }
        try {
            var root = JSON.readTree(Files.readAllBytes(file));
            if (!root.path("format").asText().equals(FORMAT)) {
                throw new IllegalArgumentException(file + " is not a checkpoint of a conformance run, or it is damaged."
                        + " Name the file that a run with --leave has written.");
            }
            if (!root.path("version").isInt() || root.path("version").asInt() != VERSION) {
                throw new IllegalArgumentException(file + " has version " + root.path("version") + "; this suite reads"
                        + " version " + VERSION + ". Resume it with the version of the suite that left it.");
            }
            var hash = ((ObjectNode) root).remove("sha256");
            if (hash == null || !hash.asText().equals(hash(root))) {
                throw damaged(file);
            }
            return checkpoint(root);
        } catch (JacksonException | DateTimeException | IllegalFieldException | IndexOutOfBoundsException e) {
            throw damaged(file);
        }
    }

    /** Reports a value that no run writes. */
    private static final class IllegalFieldException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static IllegalArgumentException damaged(Path file) {
        return new IllegalArgumentException(
                file + " is damaged: its content does not have its SHA-256. Restore the file, or begin with --leave.");
    }

    private static String hash(JsonNode root) throws JsonProcessingException {
        return Plan.sha256(JSON.writeValueAsBytes(root));
    }

    private static ObjectNode node(Checkpoint checkpoint) {
        var root = JSON.createObjectNode();
        root.put("format", FORMAT);
        root.put("version", VERSION);
        root.put("wallet", checkpoint.wallet());
        root.put("run", checkpoint.run());
        root.put("plan", checkpoint.plan());
        root.put("planSha256", checkpoint.planHash());
        root.put("verdict", checkpoint.verdict().name());
        root.put("started", checkpoint.started().toString());
        root.put("left", checkpoint.left().toString());
        var players = root.putArray("players");
        for (var account : checkpoint.players()) {
            var node = players.addObject();
            node.put("accountId", account.player().accountId());
            node.put("currency", account.player().currency());
            node.put("token", account.player().token());
            node.put("balance", account.balance().toPlainString());
            node.put("secondRuns", account.secondRuns());
        }
        var accounts = checkpoint.players().stream()
                .map(account -> account.player().accountId())
                .toList();
        var movements = root.putArray("movements");
        for (var applied : checkpoint.movements()) {
            var node = message(movements.addObject(), applied.message(), accounts);
            var result = node.putObject("result");
            result.put("operatorTransactionId", applied.operatorTransactionId());
            result.put("balance", applied.balance().toPlainString());
            result.put("currency", applied.currency());
            result.put("createdAt", applied.createdAt());
        }
        var settlements = root.putArray("settlements");
        checkpoint.settlements().forEach(each -> message(settlements.addObject(), each, accounts));
        return root;
    }

    private static ObjectNode message(ObjectNode node, MovementBody message, List<String> accounts) {
        node.put("kind", message.kind().name());
        node.put("player", accounts.indexOf(message.player().accountId()));
        node.put("id", message.id());
        node.put("round", message.round());
        node.put("reference", message.reference());
        node.put("amount", message.amount().toPlainString());
        var fields = node.putObject("fields");
        message.fields().forEach(fields::put);
        return node;
    }

    private static Checkpoint checkpoint(JsonNode root) {
        var accounts = new ArrayList<Checkpoint.Account>();
        for (var node : root.path("players")) {
            accounts.add(new Checkpoint.Account(
                    new Player(text(node, "token"), text(node, "accountId"), text(node, "currency")),
                    amount(node, "balance"),
                    node.path("secondRuns").asInt()));
        }
        var players = accounts.stream().map(Checkpoint.Account::player).toList();
        var movements = new ArrayList<RunJournal.Applied>();
        for (var node : root.path("movements")) {
            var message = message(node, players);
            var result = node.path("result");
            movements.add(new RunJournal.Applied(
                    message,
                    message.json(),
                    text(result, "operatorTransactionId"),
                    amount(result, "balance"),
                    text(result, "currency"),
                    text(result, "createdAt")));
        }
        var settlements = new ArrayList<MovementBody>();
        root.path("settlements").forEach(node -> settlements.add(message(node, players)));
        return new Checkpoint(
                text(root, "wallet"),
                text(root, "run"),
                text(root, "plan"),
                text(root, "planSha256"),
                verdict(text(root, "verdict")),
                Instant.parse(text(root, "started")),
                Instant.parse(text(root, "left")),
                accounts,
                movements,
                settlements);
    }

    private static MovementBody message(JsonNode node, List<Player> players) {
        var fields = new LinkedHashMap<String, String>();
        for (var field : node.path("fields").properties()) {
            fields.put(field.getKey(), field.getValue().asText());
        }
        return new MovementBody(
                kind(text(node, "kind")),
                players.get(node.path("player").asInt(-1)),
                id(node, "id"),
                id(node, "round"),
                id(node, "reference"),
                amount(node, "amount"),
                fields);
    }

    /** Returns an amount; refuses an exponent, which can make a sum of two amounts take minutes. */
    private static BigDecimal amount(JsonNode node, String name) {
        var text = text(node, name);
        if (!AMOUNT.matcher(text).matches()) {
            throw new IllegalFieldException();
        }
        return new BigDecimal(text);
    }

    private static MovementBody.Kind kind(String name) {
        return Arrays.stream(MovementBody.Kind.values())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(IllegalFieldException::new);
    }

    private static Certificate.Conclusion verdict(String name) {
        return Arrays.stream(Certificate.Conclusion.values())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(IllegalFieldException::new);
    }

    /** Returns true for a text without control characters, which a terminal or a header would obey. */
    static boolean isPlain(String text) {
        return text.chars().noneMatch(Character::isISOControl);
    }

    private static String id(JsonNode node, String name) {
        var id = text(node, name);
        if (!isPlain(id)) {
            throw new IllegalFieldException();
        }
        return id;
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asText("");
    }
}
