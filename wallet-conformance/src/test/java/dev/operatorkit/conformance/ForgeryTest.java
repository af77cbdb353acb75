package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that a change is reported although every hash and length was computed again, also the hash of the results in the page and
 * the verdict in the manifest. Nothing is signed here.
 */
class ForgeryTest {
    private static final String RED = "replayed-debit";
    private static final String OF_RED = "exchanges/" + RED + ".json";
    private static final String PASSED = "exchanges/credit-adds-the-payout.json";

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before the tests
    private static Bundles bundles;

    private static byte[] green = {};
    private static byte[] red = {};

    @BeforeAll
    static void run() throws IOException {
        bundles = new Bundles(folder);
        green = bundles.run(null);
        red = bundles.run(Defect.APPLIES_DEBITS_AGAIN);
    }

    private static Arguments edit(String what, Consumer<Map<String, byte[]>> edit) {
        return Arguments.of(what, edit);
    }

    private static Arguments replace(String what, String file, String pattern, String by) {
        return edit(what, files -> Bundles.replace(files, file, pattern, by));
    }

    private static Arguments results(String what, String pattern, String by) {
        return replace(what, Bundles.RESULTS, pattern, by);
    }

    private static Arguments junit(String what, String pattern, String by) {
        return replace(what, Bundles.JUNIT, pattern, by);
    }

    private static Arguments property(String what, String name, String value) {
        return junit(what, "</properties>", "<property name=\"" + name + "\" value=\"" + value + "\"/>$0");
    }

    private static Arguments page(String what, String pattern, String by) {
        return replace(what, Bundles.PAGE, pattern, by);
    }

    /** Changes an exchange, and the hash by which the results name it. */
    private static Arguments exchange(String what, String file, String pattern, String by) {
        return edit(what, files -> {
            Bundles.replace(files, file, pattern, by);
            Bundles.rehashExchanges(files);
        });
    }

    static Stream<Arguments> changesOfResults() {
        return Stream.of(
                results("the verdict", "\"NOT_CERTIFIED\"", "\"CERTIFIED\""),
                results("the reasons", "\"reasons\" : \\[.*?\\]", "\"reasons\" : [ ]"),
                results("the causes", "\"causes\" : \\[.*?\\],\n  \"legend\"", "\"causes\" : [ ],\n  \"legend\""),
                results("the seed", "\"seed\" : \\d+", "\"seed\" : 1"),
                results("an option", "\"game\" : \"game\"", "\"game\" : \"other\""),
                results("one more option", "\"pause\"", "\"only\" : \"zero*\",\n    \"pause\""),
                results("the tester", "A\\. Tester", "B. Tester"),
                results("the moment of the run", "\"started\" : \"20", "\"started\" : \"21"),
                results("the duration of the run", "\"millis\" : \\d+", "\"millis\" : 1"),
                results("the players", "\"players\" : \\[ \"", "\"players\" : [ \"x"),
                results("the plan's name", "\"name\" : \"quick\"", "\"name\" : \"full\""),
                results("the plan's version", "\"version\" : \"1\"", "\"version\" : \"99\""),
                results("the plan's hash", "\"sha256\" : \"..", "\"sha256\" : \"00"),
                results("the number of planned cases", "\"cases\" : 10", "\"cases\" : 9"),
                results("the specification", "\"specification\" : \"1", "\"specification\" : \"2"),
                results("a waiver", "\"waivers\" : \\[ \\]", """
                    "waivers" : [ {
                        "cases" : "zero-*",
                        "until" : "2099-12-31",
                        "reason" : "x"
                      } ]\
                    """),
                results("a waiver without content", "\"waivers\" : \\[ \\]", "\"waivers\" : [ { } ]"),
                results("the legend", "every check passed", "all is well"),
                results("the summary", "\"failed\" : \\d+", "\"failed\" : 0"),
                results("a number as a text", "\"failed\" : (\\d+)", "\"failed\" : \"$1\""),
                results("another form of a number", "\"failed\" : (\\d+)", "\"failed\" : $1.0"),
                results("a key that nobody knows", "\"reasons\"", "\"certificate\" : \"CERTIFIED\",\n  \"reasons\""),
                results("a key in another case", "\"reasons\"", "\"Verdict\" : \"CERTIFIED\",\n  \"reasons\""),
                results("a key twice", "\"reasons\"", "\"verdict\" : \"CERTIFIED\",\n  \"reasons\""),
                results("a huge number", "\"reasons\"", "\"score\" : 1e99999999,\n  \"reasons\""),
                results(
                        "a deep tree",
                        "\"reasons\"",
                        "\"x\" : " + "[".repeat(5000) + "]".repeat(5000) + ", \"reasons\""),
                results("white space", "\"reasons\" :", "\"reasons\":"),
                results("a document behind it", "$", "{\"verdict\":\"CERTIFIED\"}"),
                edit("a byte order mark", files -> prefix(files, Bundles.RESULTS, "\uFEFF")),
                edit(
                        "another encoding",
                        files -> files.put(
                                Bundles.RESULTS,
                                Bundles.text(files, Bundles.RESULTS).getBytes(StandardCharsets.UTF_16))),
                edit("no content", files -> files.put(Bundles.RESULTS, new byte[0])));
    }

    static Stream<Arguments> changesOfCases() {
        return Stream.of(
                results("a failure called a pass", "\"FAILED\"", "\"PASSED\""),
                results("a result that does not exist", "\"PASSED\"", "\"GREEN\""),
                results("a failure called expected", "\"expected\" : false", "\"expected\" : true"),
                results("a title", "\"title\" : \"A", "\"title\" : \"Not a"),
                results("the rules of a case", "\"rules\" : \\[ \"", "\"rules\" : [ \"D-1\", \""),
                results("a detail", "\"detail\" : \"IDM", "\"detail\" : \"no IDM"),
                results("the hint of a failure", "\"hint\" : \"", "\"hint\" : \"Not: "),
                results("the exchange of a failure", "\"exchange\" : \\d+", "\"exchange\" : 99"),
                results("an observation", "\"seen\" : \"", "\"seen\" : \"not "),
                results("the agreement of an observation", "\"AS_RECOMMENDED\",?\n", "\"DIFFERS\"\n"),
                results("a decision that does not exist", "\"decision\" : \"D-\\d+", "\"decision\" : \"none"),
                results("the number of exchanges", "\"exchanges\" : \\d+", "\"exchanges\" : 0"),
                results("the hash of the exchanges", "\"transcript\" : \"..", "\"transcript\" : \"00"),
                results("an exchange of a failure", "\"sent\" : \"GET", "\"sent\" : \"PUT"),
                results("a failure that is taken out", "\"failure\" : \\{", "\"other\" : {"),
                results("a case that is taken out", "\"cases\" : \\[ \\{\n    \"id\".*?\n  \\}, ", "\"cases\" : [ "),
                results("a case that is there twice", "(\"cases\" : \\[ )(\\{\n    \"id\".*?\n  \\}, )", "$1$2$2"),
                results("a case of another plan", "\"id\" : \"zero-payout\"", "\"id\" : \"zero-stake\""));
    }

    static Stream<Arguments> changesOfExchanges() {
        return Stream.of(
                exchange("a status", OF_RED, "HTTP/1.1 200 OK", "HTTP/1.1 201 OK"),
                exchange("a status of a case that passed", PASSED, "HTTP/1.1 200 OK", "HTTP/1.1 500 No"),
                exchange("an exchange that is taken out", PASSED, "\\{[^\n]*\\},\n", ""),
                exchange("one more exchange", PASSED, "(\\{[^\n]*\\},\n)", "$1$1"),
                exchange("white space", PASSED, "\\[", "[ "),
                exchange("a key twice", PASSED, "\"micros\"", "\"micros\":1,\"micros\""),
                exchange("no JSON", PASSED, "\\[", "<html>"),
                exchange("a moment that cannot be read", PASSED, "\"at\":\"20", "\"at\":\"x0"),
                edit("no file", files -> files.remove(PASSED)),
                edit(
                        "a file of no case",
                        files -> files.put("exchanges/more.json", "[\n\n]\n".getBytes(StandardCharsets.UTF_8))),
                edit("the exchanges of another case", files -> {
                    files.put(OF_RED, files.get(PASSED));
                    Bundles.rehashExchanges(files);
                }),
                replace("the environment", "environment.json", "\\{", "{\n  \"approved\" : \"yes\","),
                replace("the suite of the environment", "environment.json", "OperatorKit", "Operator"));
    }

    static Stream<Arguments> changesOfPages() {
        return Stream.of(
                junit("the verdict", "\"NOT_CERTIFIED\"", "\"CERTIFIED\""),
                property("a second verdict", "verdict", "CERTIFIED"),
                junit("a failure", "<failure.*?</failure>", ""),
                junit("the number of failures", "failures=\"\\d+\"", "failures=\"0\""),
                junit("a duration", " time=\"\\d", " time=\"9"),
                junit("a comment", "</testsuite>", "<!-- CERTIFIED --></testsuite>"),
                junit("a style sheet", "<testsuite ", "<?xml-stylesheet href=\"x\"?><testsuite "),
                junit("a type of document", "<testsuite ", "<!DOCTYPE testsuite SYSTEM \"x\"><testsuite "),
                property("a waiver", "waiver x", "y"),
                page("the verdict of the page", "<strong>NOT CERTIFIED", "<strong>CERTIFIED"),
                page("its colour", "verdict NOT_CERTIFIED", "verdict CERTIFIED"),
                page("its title", "<title>NOT CERTIFIED", "<title>CERTIFIED"),
                page("a count", "<b>\\d+</b> ✗", "<b>0</b> ✗"),
                page("a style", "</style>", ".verdict strong{display:none}</style>"),
                page("a script", "</body>", "<script>document.title='CERTIFIED'</script></body>"),
                page("an attribute that runs a script", "<body>", "<body onload=\"x()\">"),
                page("the true line in a comment", "(<div class=\"verdict.*?</div>)", "<!-- $1 -->"),
                page("another wallet", "<h1>http", "<h1>https"),
                page("an exchange", "HTTP/1.1 200 OK", "HTTP/1.1 201 OK"),
                page("the words of a rule", "never applied twice", "applied twice"),
                page("the causes", "<ol class=\"causes\">.*?</ol>", ""),
                edit("text in front of it", files -> prefix(files, Bundles.PAGE, "<h1>CERTIFIED</h1>")),
                edit(
                        "the page of another run",
                        files -> files.put(Bundles.PAGE, ZipFiles.files(green).get(Bundles.PAGE))),
                edit("no page", files -> files.remove(Bundles.PAGE)),
                edit("no junit.xml", files -> files.remove(Bundles.JUNIT)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"changesOfResults", "changesOfCases", "changesOfExchanges", "changesOfPages"})
    void a_change_with_recomputed_hashes_is_reported(String what, Consumer<Map<String, byte[]>> edit)
            throws IOException {
        var files = ZipFiles.files(red);
        edit.accept(files);
        Bundles.rehash(files);
        requireReported(what, files);
    }

    private static void requireReported(String what, Map<String, byte[]> files) throws IOException {
        assertThat(bundles.verify(ZipFiles.zip(files)))
                .as(what)
                .startsWith("1 ")
                .contains("CHANGED  ");
    }

    /** Changes of the manifest itself, after every hash was computed again. */
    static Stream<Arguments> changesOfTheManifest() {
        return Stream.of(
                replace("the plan", Bundles.MANIFEST, "\"plan\" : \"quick 1\"", "\"plan\" : \"full 1\""),
                replace("the plan's hash", Bundles.MANIFEST, "\"planSha256\" : \"..", "\"planSha256\" : \"00"),
                replace("the wallet", Bundles.MANIFEST, "\"wallet\" : \"http", "\"wallet\" : \"https"),
                replace("the verdict", Bundles.MANIFEST, "NOT_CERTIFIED", "CERTIFIED"),
                replace("the suite", Bundles.MANIFEST, "OperatorKit", "Operator"),
                replace("one more key", Bundles.MANIFEST, "\"files\"", "\"approved\" : true,\n  \"files\""),
                replace("white space", Bundles.MANIFEST, "$", "\n"),
                edit(
                        "a file twice",
                        files -> Bundles.edit(
                                files,
                                Bundles.MANIFEST,
                                text -> text.replaceFirst("(?s)(\"files\" : \\[ )(\\{.*?\\}, )", "$1$2$2"))),
                edit("a signature that is none", files -> files.put(Bundles.SIGNATURE, new byte[] {'x'})));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changesOfTheManifest")
    void a_change_of_the_manifest_is_reported(String what, Consumer<Map<String, byte[]>> edit) throws IOException {
        var files = ZipFiles.files(red);
        Bundles.rehash(files);
        assertThat(bundles.verify(ZipFiles.zip(files))).as("hashes alone").startsWith("0 ");
        edit.accept(files);
        requireReported(what, files);
    }

    @Test
    void a_difference_is_shown_with_its_file_its_place_and_both_texts() throws IOException {
        var files = ZipFiles.files(red);
        Bundles.replace(files, Bundles.JUNIT, "\"NOT_CERTIFIED\"", "\"CERTIFIED\"");
        Bundles.replace(files, Bundles.PAGE, "<strong>NOT CERTIFIED", "<strong>\u001b[2J\u202eCERTIFIED");
        Bundles.rehash(files);
        assertThat(bundles.verify(ZipFiles.zip(files)))
                .containsPattern("CHANGED  junit.xml was changed in line 2, character \\d+: it says \".*\"verdict\""
                        + " value=\"CERTIFIED\".*\", and the recorded run makes \".*\"verdict\" value=\"NOT_CERT")
                .containsPattern("CHANGED  report.html was changed in line \\d+, character \\d+: it says")
                .contains("<strong>\\u001B[2J\\u202ECERTIFIED", "Do not trust this bundle.")
                .doesNotContain("\u001b", "\u202e");
    }

    @Test
    void a_bundle_of_another_version_is_called_so_unless_it_can_be_judged() throws IOException {
        var files = ZipFiles.files(green);
        for (var name : List.of(Bundles.RESULTS, Bundles.JUNIT, Bundles.PAGE, "environment.json", Bundles.MANIFEST)) {
            Bundles.edit(files, name, text -> text.replace("OperatorKit conformance ", "OperatorKit conformance 9.9 "));
        }
        Bundles.rehash(files);
        assertThat(bundles.verify(ZipFiles.zip(files))).startsWith("0 ").contains("conformance 9.9");
        Bundles.replace(files, Bundles.PAGE, "(<h2[^>]*>)Legend", "$1Meaning");
        Bundles.rehash(files);
        assertThat(bundles.verify(ZipFiles.zip(files)))
                .startsWith("1 ")
                .contains(
                        "NOT VERIFIED  This bundle was made by OperatorKit conformance 9.9",
                        "Verify it with that version.")
                .doesNotContain("CHANGED");
    }

    private static void prefix(Map<String, byte[]> files, String name, String text) {
        files.put(name, (text + Bundles.text(files, name)).getBytes(StandardCharsets.UTF_8));
    }
}
