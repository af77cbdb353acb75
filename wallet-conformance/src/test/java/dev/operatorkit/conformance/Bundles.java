package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.command.ConformanceCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Makes bundles of real runs, changes them as a forger does, and verifies them. */
final class Bundles {
    static final String RESULTS = "results.json";
    static final String JUNIT = "junit.xml";
    static final String PAGE = "report.html";
    static final String MANIFEST = "manifest.json";
    static final String SIGNATURE = "manifest.sig";
    private static final String HASH_IN_PAGE = "SHA-256 of results.json ";

    private final Path folder;

    Bundles(Path folder) {
        this.folder = folder;
    }

    /** Runs the plan quick against a wallet with this defect, and returns the bundle. */
    byte[] run(@Nullable Defect defect, String... more) throws IOException {
        var reports = Files.createTempDirectory(folder, "reports");
        var secret = Files.writeString(folder.resolve("secret"), ConfigurableWallet.SECRET);
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), defect)) {
            var arguments = Stream.concat(
                    Stream.of(
                            "--wallet",
                            wallet.address(),
                            "--secret-file",
                            secret.toString(),
                            "--token",
                            "secret-token-1",
                            "--token",
                            "secret-token-2",
                            "--game",
                            "game",
                            "--quick",
                            "--tester",
                            "A. Tester",
                            "--report",
                            reports.toString()),
                    Arrays.stream(more));
            var command = new CommandLine(new ConformanceCommand());
            command.setOut(new PrintWriter(new StringWriter()));
            assertThat(command.execute(arguments.toArray(String[]::new))).isEqualTo(defect == null ? 0 : 1);
        }
        return Files.readAllBytes(reports.resolve("bundle.zip"));
    }

    /** Runs the command, and returns its exit code in front of what it printed. */
    String verify(byte[] bundle, String... options) throws IOException {
        var file = Files.write(Files.createTempFile(folder, "bundle", ".zip"), bundle);
        var out = new StringWriter();
        var command = new CommandLine(new ConformanceCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        var arguments = Stream.concat(Stream.of("verify", file.toString()), Arrays.stream(options));
        return command.execute(arguments.toArray(String[]::new)) + " " + out;
    }

    /** Changes the text of a file. */
    static void edit(Map<String, byte[]> files, String name, UnaryOperator<String> edit) {
        var before = text(files, name);
        var after = edit.apply(before);
        assertThat(after).as("the edit of " + name).isNotEqualTo(before);
        files.put(name, after.getBytes(StandardCharsets.UTF_8));
    }

    /** Replaces the first place in a file. */
    static void replace(Map<String, byte[]> files, String name, String pattern, String by) {
        edit(files, name, text -> text.replaceFirst("(?s)" + pattern, by));
    }

    static String text(Map<String, byte[]> files, String name) {
        return new String(files.get(name), StandardCharsets.UTF_8);
    }

    /** Computes every hash and length again, as a forger without the key would, and takes the verdict from the results. */
    static void rehash(Map<String, byte[]> files) {
        var results = text(files, RESULTS);
        if (files.containsKey(PAGE) && text(files, PAGE).contains(HASH_IN_PAGE)) {
            files.put(
                    PAGE,
                    text(files, PAGE)
                            .replaceFirst(
                                    HASH_IN_PAGE + "[0-9a-f]{64}",
                                    HASH_IN_PAGE + sha256(results.getBytes(StandardCharsets.UTF_8)))
                            .getBytes(StandardCharsets.UTF_8));
        }
        var manifest = text(files, MANIFEST);
        var verdict = Pattern.compile("\"verdict\" : \"(\\w+)\"").matcher(results);
        var list = new StringBuilder();
        files.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(file -> {
            var name = file.getKey();
            if (!name.equals(MANIFEST) && !name.equals(SIGNATURE)) {
                list.append(list.isEmpty() ? "" : ", ")
                        .append("{\n    \"name\" : \"" + name + "\",\n    \"bytes\" : " + file.getValue().length
                                + ",\n    \"sha256\" : \"" + sha256(file.getValue()) + "\"\n  }");
            }
        });
        var sorted = new TreeMap<>(files);
        files.clear();
        files.put(MANIFEST, sorted.remove(MANIFEST));
        files.putAll(sorted);
        files.put(
                MANIFEST,
                manifest.replaceFirst(verdict.pattern().pattern(), verdict.find() ? verdict.group() : "$0")
                        .replaceFirst("(?s)\"files\" : \\[.*", "\"files\" : [ " + list + " ]\n}")
                        .getBytes(StandardCharsets.UTF_8));
    }

    /** Computes the hashes again by which the results name the exchanges of their cases. */
    static void rehashExchanges(Map<String, byte[]> files) {
        var results = text(files, RESULTS);
        for (var file : files.entrySet()) {
            if (file.getKey().startsWith("exchanges/")) {
                var id = file.getKey().replaceAll("exchanges/|\\.json", "");
                results = results.replaceFirst(
                        "(?s)(\"id\" : \"" + id + "\".*?\"transcript\" : \")[0-9a-f]+", "$1" + sha256(file.getValue()));
            }
        }
        files.put(RESULTS, results.getBytes(StandardCharsets.UTF_8));
    }

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
