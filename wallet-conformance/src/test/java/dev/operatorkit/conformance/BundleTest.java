package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.command.ConformanceCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Checks that {@code conformance verify} reports every change to a bundle. */
class BundleTest {

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before the tests
    private static Bundles bundles;

    private static byte[] signed = {};
    private static byte[] ofAnotherRun = {};
    private static Path publicKey = Path.of("");
    private static KeyPair stranger = new KeyPair(null, null);

    @BeforeAll
    static void run() throws Exception {
        var keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        stranger = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        var privateKey = pem("PRIVATE KEY", keys.getPrivate().getEncoded());
        publicKey = pem("PUBLIC KEY", keys.getPublic().getEncoded());
        bundles = new Bundles(folder);
        signed = bundles.run(null, "--sign-key", privateKey.toString());
        ofAnotherRun = bundles.run(Defect.APPLIES_DEBITS_AGAIN, "--sign-key", privateKey.toString());
    }

    private static Path pem(String kind, byte[] content) throws IOException {
        var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(
                folder.resolve(kind + ".pem"),
                "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    @Test
    void an_unmodified_bundle_is_verified_with_and_without_the_key() throws IOException {
        assertThat(bundles.verify(signed))
                .startsWith("0 ")
                .contains("Only a signature", "not checked: give the tester's key");
        assertThat(bundles.verify(signed, "--public-key", publicKey.toString()))
                .startsWith("0 ")
                .contains("valid for the given key", "Nothing was changed", "CERTIFIED", "quick 1", "fingerprint");
        assertThat(bundles.verify(ofAnotherRun, "--public-key", publicKey.toString()))
                .startsWith("0 ")
                .contains("NOT_CERTIFIED");
        assertThat(bundles.verify(bundles.run(null)))
                .startsWith("0 ")
                .contains("anyone could have written this bundle");
    }

    @Test
    void a_bundle_contains_no_token_and_no_secret() throws IOException {
        ZipFiles.files(signed)
                .forEach((name, content) -> assertThat(new String(content, StandardCharsets.ISO_8859_1))
                        .as(name)
                        .doesNotContain("secret-token-1", "secret-token-2", ConfigurableWallet.SECRET));
        assertThat(ZipFiles.files(signed)).hasSizeGreaterThanOrEqualTo(10 + 6);
    }

    /** The specification lists the headers of a callback; one more would let a wallet behave well for the suite only. */
    @Test
    void no_header_of_a_callback_tells_the_suite_from_the_service() {
        ZipFiles.files(signed).forEach((name, content) -> {
            if (name.startsWith("exchanges/")) {
                assertThat(new String(content, StandardCharsets.UTF_8))
                        .as(name)
                        .doesNotContainIgnoringCase("user-agent");
            }
        });
    }

    /** Changes that a careless or hurried hand makes: no key is needed to see them. */
    static Stream<Arguments> edits() {
        return Stream.of(
                edit(
                        "a result",
                        files -> Bundles.edit(
                                files,
                                Bundles.RESULTS,
                                text -> text.replaceFirst("\"OBSERVED\"|\"PASSED\"", "\"SKIPPED\""))),
                edit(
                        "a detail",
                        files -> Bundles.edit(
                                files,
                                Bundles.RESULTS,
                                text -> text.replaceFirst("\"millis\" : \\d+", "\"millis\" : 1"))),
                edit(
                        "the tester",
                        files -> Bundles.edit(files, Bundles.RESULTS, text -> text.replace("A. Tester", "B. Tester"))),
                edit(
                        "an exchange",
                        files -> Bundles.edit(files, exchange(files), text -> text.replaceFirst("200", "401"))),
                edit("white space in an exchange", files -> Bundles.edit(files, exchange(files), text -> text + " ")),
                edit("a missing exchange file", files -> files.remove(exchange(files))),
                edit("another file", files -> files.put("notes.txt", new byte[] {'x'})),
                edit("an empty file", files -> files.put(exchange(files), new byte[0])),
                edit("two exchange files swapped", BundleTest::swapExchanges),
                edit(
                        "junit.xml",
                        files -> Bundles.edit(files, "junit.xml", text -> text.replace("CERTIFIED", "certified"))),
                edit(
                        "report.html",
                        files -> Bundles.edit(files, "report.html", text -> text.replace("A. Tester", "B. Tester"))),
                edit(
                        "the environment",
                        files -> Bundles.edit(files, "environment.json", text -> text.replaceFirst("\\d", "9"))),
                edit("no results", files -> files.remove(Bundles.RESULTS)),
                edit("no manifest", files -> files.remove(Bundles.MANIFEST)),
                edit(
                        "a hash",
                        files -> Bundles.edit(
                                files,
                                Bundles.MANIFEST,
                                text -> text.replaceFirst("\"sha256\" : \"..", "\"sha256\" : \"zz"))),
                edit(
                        "the manifest's verdict",
                        files -> Bundles.edit(
                                files, Bundles.MANIFEST, text -> text.replace("\"CERTIFIED\"", "\"INCOMPLETE\""))),
                edit(
                        "a name twice in the manifest",
                        files -> Bundles.edit(
                                files, Bundles.MANIFEST, text -> text.replaceFirst("\\{", "{\"format\":\"x\","))),
                edit(
                        "another format",
                        files -> Bundles.edit(files, Bundles.MANIFEST, text -> text.replace("bundle/1", "bundle/2"))),
                edit(
                        "the results of another run",
                        files -> files.put(
                                Bundles.RESULTS, ZipFiles.files(ofAnotherRun).get(Bundles.RESULTS))));
    }

    @Test
    void a_file_that_is_no_zip_of_the_suite_is_called_that_and_nothing_is_said_to_be_missing() throws IOException {
        var flipped = signed.clone();
        flipped[flipped.length / 2] ^= 1;
        assertThat(bundles.verify(flipped))
                .startsWith("1 ")
                .contains("CHANGED  The zip file is not one that the suite wrote")
                .doesNotContain("There is no manifest.json", "fingerprint");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("edits")
    void an_edit_is_detected_without_a_key(String what, Consumer<Map<String, byte[]>> edit) throws IOException {
        var files = ZipFiles.files(signed);
        edit.accept(files);
        assertThat(bundles.verify(ZipFiles.zip(files)))
                .as(what)
                .startsWith("1 ")
                .contains("CHANGED", "Do not trust this bundle.");
    }

    @Test
    void a_consistent_forgery_is_detected_with_the_key() throws Exception {
        var files = ZipFiles.files(signed);
        Bundles.edit(
                files,
                "environment.json",
                text -> text.replaceFirst("\"architecture\" : \"", "\"architecture\" : \"x"));
        Bundles.rehash(files);
        var key = new String[] {"--public-key", publicKey.toString()};
        assertThat(bundles.verify(ZipFiles.zip(files))).startsWith("0 ").contains("not checked");
        assertThat(bundles.verify(ZipFiles.zip(files), key)).startsWith("1 ").contains("not made with the given key");
        var signature = Signature.getInstance("Ed25519");
        signature.initSign(stranger.getPrivate());
        signature.update(files.get(Bundles.MANIFEST));
        files.put(Bundles.SIGNATURE, Base64.getEncoder().encode(signature.sign()));
        assertThat(bundles.verify(ZipFiles.zip(files), key)).startsWith("1 ").contains("not made with the given key");
        files.put(Bundles.SIGNATURE, "no base64 at all".getBytes(StandardCharsets.US_ASCII));
        assertThat(bundles.verify(ZipFiles.zip(files), key)).startsWith("1 ").contains("not made with the given key");
        files.remove(Bundles.SIGNATURE);
        assertThat(bundles.verify(ZipFiles.zip(files), key)).startsWith("1 ").contains("not signed");
        files.put(Bundles.SIGNATURE, ZipFiles.files(ofAnotherRun).get(Bundles.SIGNATURE));
        assertThat(bundles.verify(ZipFiles.zip(files), key)).startsWith("1 ").contains("not made with the given key");
    }

    @Test
    void a_malformed_or_ambiguous_zip_file_is_refused() throws IOException {
        assertThat(bundles.verify(new byte[0])).startsWith("1 ");
        assertThat(bundles.verify("no zip".getBytes(StandardCharsets.US_ASCII))).startsWith("1 ");
        assertThat(bundles.verify(Arrays.copyOf(signed, signed.length - 5))).startsWith("1 ");
        assertThat(bundles.verify(Arrays.copyOf(signed, signed.length + 1))).startsWith("1 ");
        assertThat(bundles.verify(ZipFiles.joined(new byte[] {'M', 'Z'}, signed)))
                .startsWith("1 ");
        assertThat(bundles.verify(ZipFiles.joined(signed, signed))).startsWith("1 ");
        var commented = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(commented)) {
            zip.setComment("approved");
            for (var file : ZipFiles.files(signed).entrySet()) {
                zip.putNextEntry(ZipFiles.entry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        assertThat(bundles.verify(commented.toByteArray())).startsWith("1 ");
        assertThat(bundles.verify(
                        signed, "--public-key", folder.resolve("secret").toString()))
                .startsWith("2 ");
    }

    @Test
    void a_file_that_shows_other_content_to_other_readers_is_refused_even_when_signed() throws IOException {
        var key = new String[] {"--public-key", publicKey.toString()};
        var forged = ZipFiles.shifted(ofAnotherRun, signed.length);
        assertThat(bundles.verify(ZipFiles.joined(signed, forged), key))
                .startsWith("1 ")
                .contains("is not one that the suite wrote");
        assertThat(bundles.verify(ZipFiles.joined(new byte[4], ZipFiles.shifted(signed, 4)), key))
                .startsWith("1 ");
        var entriesOnly = Arrays.copyOf(signed, ZipFiles.directoryOffset(signed));
        assertThat(bundles.verify(
                        ZipFiles.joined(entriesOnly, ZipFiles.shifted(ofAnotherRun, entriesOnly.length)), key))
                .startsWith("1 ");
        for (var at : List.of(4, 8, 36, 38, 41, 42)) { // made by, flags, attributes, offset of the first entry
            var changed = signed.clone();
            changed[ZipFiles.directoryOffset(signed) + at]++;
            assertThat(bundles.verify(changed, key))
                    .as("byte " + at + " of the directory")
                    .startsWith("1 ");
        }
        for (var at : List.of(6, 8, 10, 12, 14, 28)) { // flags, method, date, checksum, extra field of the first entry
            var changed = signed.clone();
            changed[at]++;
            assertThat(bundles.verify(changed, key))
                    .as("byte " + at + " of an entry")
                    .startsWith("1 ");
        }
    }

    @Test
    void a_zip_file_that_unpacks_to_much_more_than_it_announces_is_refused() throws IOException {
        var files = ZipFiles.files(ofAnotherRun);
        files.put("environment.json", new byte[140 << 20]);
        assertThat(bundles.verify(ZipFiles.zip(files))).startsWith("1 ").contains("it unpacks to more than 128 MiB");
        var lying = ZipFiles.zip(files);
        ByteBuffer.wrap(lying)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(ZipFiles.directoryOffset(lying) + 24, 10); // the size of the first entry
        assertThat(bundles.verify(lying)).startsWith("1 ").contains("CHANGED");
    }

    @Test
    void something_that_is_no_file_is_refused() {
        var out = new StringWriter();
        var command = new CommandLine(new ConformanceCommand());
        command.setErr(new PrintWriter(out));
        assertThat(command.execute("verify", folder.toString())).isEqualTo(2);
        assertThat(out.toString()).contains("is not a file");
    }

    private static Arguments edit(String what, Consumer<Map<String, byte[]>> edit) {
        return Arguments.of(what, edit);
    }

    private static String exchange(Map<String, byte[]> files) {
        return files.keySet().stream()
                .filter(name -> name.startsWith("exchanges/"))
                .filter(name -> new String(files.get(name), StandardCharsets.UTF_8)
                                .lines()
                                .count()
                        > 3)
                .findFirst()
                .orElseThrow();
    }

    private static void swapExchanges(Map<String, byte[]> files) {
        var names = files.keySet().stream()
                .filter(name -> name.startsWith("exchanges/"))
                .limit(2)
                .toList();
        var first = files.get(names.get(0));
        files.put(names.get(0), files.get(names.get(1)));
        files.put(names.get(1), first);
    }
}
