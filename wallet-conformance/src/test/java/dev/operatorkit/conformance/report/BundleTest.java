package dev.operatorkit.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.command.CommandRun;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.WalletVariants;
import dev.operatorkit.conformance.wire.WireBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that {@code conformance verify} accepts an unchanged bundle and no other. */
class BundleTest {
    private static final String ATTESTATION = "attestation.dsse.json";
    private static final String PUBLIC_KEY = "public-key.pem";
    private static final String RESULTS = "results.json";
    private static final byte[] REMOVED = {};

    @TempDir
    private static Path folder;

    private static byte[] signed = {};
    private static byte[] ofStranger = {};
    private static Path publicKey = Path.of("");

    @BeforeAll
    static void run() throws Exception {
        publicKey = folder.resolve("tester.pub");
        signed = run(null, "--sign-key", makeKey("tester").toString());
        ofStranger =
                run(Defect.APPLIES_DEBITS_AGAIN, "--key", makeKey("stranger").toString());
    }

    /** Writes a private key and its public key; returns the file of the first. */
    private static Path makeKey(String name) throws Exception {
        var keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        pem(name + ".pub", "PUBLIC KEY", keys.getPublic());
        return pem(name + ".key", "PRIVATE KEY", keys.getPrivate());
    }

    private static Path pem(String name, String kind, Key key) throws IOException {
        var text = Base64.getMimeEncoder().encodeToString(key.getEncoded());
        return Files.writeString(
                folder.resolve(name), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    /** Runs the plan quick against a wallet with this defect, and returns the bundle. */
    private static byte[] run(@Nullable Defect defect, String... options) throws IOException {
        var reports = Files.createTempDirectory(folder, "reports").toString();
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), defect)) {
            var usual = ("--quick --game game --wallet-version 1.2.3 --report " + reports).split(" ");
            var arguments = Stream.of(usual, options).flatMap(Arrays::stream).toArray(String[]::new);
            assertThat(new CommandRun(folder).test(wallet, arguments)).isEqualTo(defect == null ? 0 : 1);
        }
        return Files.readAllBytes(Path.of(reports, "bundle.zip"));
    }

    /** Verifies a bundle, and returns the exit code in front of what was printed. */
    private static String verify(byte[] bundle, String... options) throws IOException {
        var file = Files.write(Files.createTempFile(folder, "bundle", ".zip"), bundle);
        return execute(Stream.concat(Stream.of("verify", file.toString()), Arrays.stream(options))
                .toArray(String[]::new));
    }

    private static String verifyPinned(byte[] bundle) throws IOException {
        return verify(bundle, "--public-key", publicKey.toString());
    }

    private static String execute(String... arguments) {
        var command = new CommandRun(folder);
        return command.execute(arguments) + " " + command.printed();
    }

    @Test
    void a_bundle_is_verified_with_the_key_of_the_tester_and_says_when_no_key_was_pinned() throws IOException {
        assertThat(verifyPinned(signed))
                .startsWith("0 ")
                .contains("verdict      CERTIFIED", "plan         quick 1", "walletVersion 1.2.3")
                .contains("Nothing was changed since the owner of the given key signed it.");
        assertThat(verify(signed))
                .startsWith("0 ")
                .containsPattern("key +[0-9a-f]{64}\n")
                .contains("not pinned");
        assertThat(verify(run(null))).as("the key of this user").startsWith("0 ");
    }

    @Test
    void a_bundle_that_another_key_signed_is_refused_when_a_key_is_pinned() throws IOException {
        assertThat(verify(ofStranger)).startsWith("0 ").contains("NOT_CERTIFIED", "not pinned");
        assertThat(verifyPinned(ofStranger))
                .startsWith("1 ")
                .contains("CHANGED  The attestation was not signed with the key ", "Do not trust this bundle.");
    }

    static Stream<Arguments> forgeries() {
        return Stream.of(
                forgery("the attestation and the key of another run", files -> {
                    take(files, ATTESTATION);
                    take(files, PUBLIC_KEY);
                }),
                forgery("another signature", files -> edit(files, "(\"sig\" : \")..", "$1AA")),
                forgery("a signature that is none", files -> edit(files, "\"sig\" : \".*?\"", "\"sig\" : \"?\"")),
                forgery("no signature", files -> edit(files, "(?s)\"signatures\" : \\[.*?\\]", "\"signatures\" : []")),
                forgery("another type", files -> edit(files, "in-toto\\+json", "in-toto+text")),
                forgery("a second signature", files -> edit(files, "\\} \\]", "}, {\"sig\":\"AA==\"} ]")),
                forgery("a key id", files -> edit(files, "\"keyid\" : \"\"", "\"keyid\" : \"the-lab\"")),
                forgery("white space", files -> edit(files, "\\{", "{ ")),
                forgery("a value twice", files -> edit(files, "\\{", "{\"payload\":\"\",")),
                forgery("a folder", files -> files.put("exchanges/", new byte[0])),
                forgery("a file outside of the bundle", files -> files.put("../report.html", new byte[0])));
    }

    @Test
    void no_file_can_be_changed_removed_renamed_added_or_exchanged() throws IOException {
        var names = List.copyOf(ZipFiles.files(signed).keySet());
        for (var name : names) {
            var content = Objects.requireNonNull(ZipFiles.files(signed).get(name));
            var next = names.get((names.indexOf(name) + 1) % names.size());
            var ofNext = Objects.requireNonNull(ZipFiles.files(signed).get(next));
            var ofOther = ZipFiles.files(ofStranger).getOrDefault(name, REMOVED);
            var copy = "copy-" + name.replace('/', '-');
            var flipped = content.clone();
            flipped[content.length / 2] ^= 1;
            requireRefused(name + " with another bit", Map.of(name, flipped));
            requireRefused(name + " cut", Map.of(name, Arrays.copyOf(content, content.length - 1)));
            requireRefused(name + " with a line more", Map.of(name, WireBytes.join(content, new byte[] {'\n'})));
            requireRefused(name + " removed", Map.of(name, REMOVED));
            requireRefused(name + " renamed", Map.of(name, REMOVED, copy, content));
            requireRefused(name + " in capitals", Map.of(name, REMOVED, name.toUpperCase(Locale.ROOT), content));
            requireRefused(name + " twice", Map.of(copy, content));
            requireRefused(name + " exchanged with " + next, Map.of(name, ofNext, next, content));
            if (!Arrays.equals(ofOther, content)) {
                requireRefused(name + " of another run", Map.of(name, ofOther));
            }
        }
    }

    private static void requireRefused(String what, Map<String, byte[]> changed) throws IOException {
        var files = new TreeMap<>(ZipFiles.files(signed));
        files.putAll(changed);
        files.values().removeIf(content -> content == REMOVED);
        assertThat(verify(Bundle.zip(files))).as(what).startsWith("1 ");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forgeries")
    void a_forgery_is_detected(String what, Consumer<Map<String, byte[]>> edit) throws IOException {
        var files = ZipFiles.files(signed);
        edit.accept(files);
        var bundle = Bundle.zip(new TreeMap<>(files));
        assertThat(verify(bundle)).as(what).startsWith("1 ").contains("CHANGED  ", "Do not trust this bundle.");
        assertThat(verifyPinned(bundle)).as(what + ", with the key").startsWith("1 ");
    }

    /** Programs look for the files of a zip file in different ways, and each of these shows some of them something else. */
    static Stream<Arguments> containers() throws IOException {
        var comment = Arrays.copyOf(signed, signed.length + 3);
        comment[signed.length - 2] = 3;
        var mode = signed.clone();
        mode[signed.length - 22 - 8]++;
        var backwards = new TreeMap<String, byte[]>(Comparator.reverseOrder());
        backwards.putAll(ZipFiles.files(signed));
        return Stream.of(
                Arguments.of("another zip file in front", WireBytes.join(ofStranger, signed)),
                Arguments.of("another zip file in front, which ends in this one", WireBytes.join(ofStranger, comment)),
                Arguments.of("bytes behind", WireBytes.join(signed, new byte[] {0})),
                Arguments.of("a comment", comment),
                Arguments.of("another byte in the directory", mode),
                Arguments.of("files in another order", Bundle.zip(backwards)),
                Arguments.of("compressed files", ZipFiles.zip(ZipFiles.files(signed))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("containers")
    void a_zip_file_with_more_than_its_files_is_refused(String what, byte[] bundle) throws IOException {
        assertThat(bundle).isNotEqualTo(signed);
        assertThat(verifyPinned(bundle)).as(what).startsWith("1 ").contains("CHANGED  ");
    }

    @Test
    void a_file_that_is_in_the_zip_twice_is_refused() throws IOException {
        var files = ZipFiles.files(signed);
        files.put("junit.xm_", "<testsuite/>".getBytes(StandardCharsets.US_ASCII));
        var bytes = new String(ZipFiles.zip(files), StandardCharsets.ISO_8859_1).replace("junit.xm_", "junit.xml");
        assertThat(verify(bytes.getBytes(StandardCharsets.ISO_8859_1)))
                .startsWith("1 ")
                .contains("a file with the name \"junit.xml\" twice");
    }

    @Test
    void something_that_is_no_bundle_is_refused() throws IOException {
        assertThat(verify(new byte[0])).startsWith("1 ").contains("not a zip file that can be read");
        assertThat(verify(Arrays.copyOf(signed, signed.length / 2))).startsWith("1 ");
        var files = ZipFiles.files(signed);
        files.put("environment.json", new byte[140 << 20]);
        assertThat(verify(ZipFiles.zip(files))).startsWith("1 ").contains("unpacks to more than 128 MiB");
        assertThat(execute("verify", folder.toString())).startsWith("2 ").contains("is not a file that can be read");
        assertThat(verify(signed, "--public-key", folder.resolve("secret.txt").toString()))
                .startsWith("2 ");
    }

    @Test
    void a_bundle_has_the_exchanges_without_a_token_the_secret_or_a_header_that_the_service_does_not_send() {
        var files = ZipFiles.files(signed);
        assertThat(files.keySet())
                .contains("report.html", "junit.xml", RESULTS, "environment.json")
                .hasSize(10 + 6);
        files.forEach((name, content) -> assertThat(new String(content, StandardCharsets.ISO_8859_1))
                .as(name)
                .doesNotContain("secret-token-1", "secret-token-2", ConfigurableWallet.SECRET)
                .satisfies(text -> {
                    if (name.startsWith("exchanges/")) {
                        assertThat(text).doesNotContainIgnoringCase("user-agent");
                    }
                }));
    }

    private static Arguments forgery(String what, Consumer<Map<String, byte[]>> edit) {
        return Arguments.of(what, edit);
    }

    private static void take(Map<String, byte[]> files, String name) {
        files.put(name, Objects.requireNonNull(ZipFiles.files(ofStranger).get(name)));
    }

    private static void edit(Map<String, byte[]> files, String pattern, String by) {
        var before = new String(Objects.requireNonNull(files.get(ATTESTATION)), StandardCharsets.UTF_8);
        var after = before.replaceFirst(pattern, by);
        assertThat(after).isNotEqualTo(before);
        files.put(ATTESTATION, after.getBytes(StandardCharsets.UTF_8));
    }
}
