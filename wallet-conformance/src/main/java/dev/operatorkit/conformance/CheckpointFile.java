package dev.operatorkit.conformance;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Writes and reads the file between two runs. It holds the session tokens, since a repeated debit is the same bytes; so only its
 * owner may read it. The secret is not in it.
 */
public final class CheckpointFile {
    private static final String FORMAT = "operatorkit-checkpoint";
    private static final int VERSION = 1;
    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private CheckpointFile() {}

    /** Writes the file, readable by its owner only. */
    public static void write(Path file, Checkpoint checkpoint) throws IOException {
        var root = node(checkpoint);
        root.put("sha256", hash(root));
        var whole = file.toAbsolutePath();
        var draft = whole.resolveSibling(whole.getFileName() + ".part");
        Files.deleteIfExists(draft);
        createPrivate(draft);
        Files.write(draft, JSON.writeValueAsBytes(root));
        Files.move(draft, whole, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void createPrivate(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
    }

    /** Fails when the file cannot be written, which is better known before a run than after it. */
    public static void requireWritable(Path file) {
        var folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || folder == null || !Files.isWritable(folder)) {
            throw new IllegalArgumentException(
                    file + " cannot be written. Name a file in an existing folder that you may write to.");
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
                throw new IllegalArgumentException(file + " is no checkpoint of a conformance run, or it is damaged."
                        + " Name the file that a run with --leave has written.");
            }
            if (root.path("version").asInt() != VERSION) {
                throw new IllegalArgumentException(file + " has version " + root.path("version") + "; this suite reads"
                        + " version " + VERSION + ". Resume it with the version of the suite that left it.");
            }
            var hash = ((ObjectNode) root).remove("sha256");
            if (hash == null || !hash.asText().equals(hash(root))) {
                throw damaged(file);
            }
            return checkpoint(root);
        } catch (JacksonException | DateTimeException | NumberFormatException | IndexOutOfBoundsException e) {
            throw damaged(file);
        }
    }

    private static IllegalArgumentException damaged(Path file) {
        return new IllegalArgumentException(
                file + " is damaged: its content does not have its SHA-256. Restore the file, or begin with --leave.");
    }

    private static String hash(JsonNode root) throws IOException {
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
        root.put("started", checkpoint.started().toString());
        root.put("left", checkpoint.left().toString());
        var players = root.putArray("players");
        for (var account : checkpoint.players()) {
            var node = players.addObject();
            node.put("accountId", account.player().accountId());
            node.put("currency", account.player().currency());
            node.put("token", account.player().token());
            node.put("balance", account.balance().toPlainString());
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
                    new BigDecimal(text(node, "balance"))));
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
                    new BigDecimal(text(result, "balance")),
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
                MovementBody.Kind.valueOf(text(node, "kind")),
                players.get(node.path("player").asInt(-1)),
                text(node, "id"),
                text(node, "round"),
                text(node, "reference"),
                new BigDecimal(text(node, "amount")),
                fields);
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asText("");
    }
}
