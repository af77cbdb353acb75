package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Tests the exit codes and messages of the commands. */
class WalletCommandsTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** A wallet that starts configures the logs of the whole process. */
    @AfterEach
    void restoreLogs() {
        await().until(() -> LoggerFactory.getILoggerFactory() instanceof LoggerContext);
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"audit", "archive"})
    void an_unreadable_ledger_exits_with_3_and_wrong_usage_with_2(String command) {
        assertThat(Main.run(Map.of(), command, "--db", "jdbc:h2:file:/proc/no-such-folder/wallet"))
                .isEqualTo(3);
        assertThat(Main.run(Map.of(), command, "--no-such-option")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"audit", "archive", "people"})
    void a_database_that_does_not_exist_is_not_created_and_never_balances(String command)
            throws IOException, SQLException {
        var file = folder.resolve("typo/wallet");
        assertThat(run(Map.of(), command, "--db", "jdbc:h2:file:" + file)).isEqualTo(3);
        assertThat(err.toString()).contains("the database file " + file + ".mv.db does not exist. Check --db");
        assertThat(folder.resolve("typo")).doesNotExist();
        var empty = "jdbc:h2:file:" + folder.resolve("empty");
        DriverManager.getConnection(empty).close();
        assertThat(run(Map.of(), command, "--db", empty)).isEqualTo(3);
        assertThat(err.toString()).contains("has no wallet tables");
        assertThat(run(Map.of(), command, "--db", TestDatabase.POSTGRES.emptyUrl()))
                .isEqualTo(3);
        assertThat(err.toString()).containsPattern("the database jdbc:postgresql:[^?]* has no wallet tables");
    }

    @Test
    void a_database_that_cannot_be_opened_is_reported_in_one_sentence_that_names_it() {
        var people = List.of("people", "--add", "ada", "--db");
        assertThat(run(people, "jdbc:h2:file:/proc/no-such-folder/wallet")).isEqualTo(3);
        assertThat(err.toString().lines())
                .as("where it is created, and why not")
                .hasSize(2)
                .last()
                .isEqualTo(
                        "wallet: the database file /proc/no-such-folder/wallet.mv.db cannot be created. Check --db and"
                                + " the permissions of the folder.");
        err.getBuffer().setLength(0);
        assertThat(run(people, "jdbc:postgresql://127.0.0.1:1/wallet")).isEqualTo(3);
        assertThat(err.toString())
                .startsWith("wallet: the database cannot be reached: Connection to 127.0.0.1:1 refused.")
                .endsWith("check --db.\n");
    }

    @Test
    void people_are_added_before_the_first_start_and_an_administrator_is_recovered() {
        var url = "jdbc:h2:file:" + folder.resolve("new");
        assertThat(run(List.of("people", "--add", "bob", "--db"), url + ";PASSWORD=canary"))
                .as("there is --db-password-file")
                .isEqualTo(3);
        assertThat(err.toString()).contains("new does not exist yet").doesNotContain("canary");
        assertThat(run(List.of("people", "--add", "bob", "--db"), url)).isZero();
        assertThat(err.toString())
                .contains("wallet: " + url + " does not exist yet. It will be created.", "there is no administrator");
        assertThat(run(List.of("people", "--add", "ada", "--role", "administrator", "--db"), url))
                .isZero();
        assertThat(run(List.of("people", "--add", "ada", "--db"), url)).isNotZero();
        assertThat(run(List.of("people", "--recover", "not-there", "--db"), url))
                .isNotZero();
        assertThat(run(List.of("people", "--recover", "ada", "--db"), url)).isZero();
        assertThat(run(List.of("people", "--db"), url)).isZero();
        var password = folder.resolve("password");
        WalletUnderTest.on(url, "--back-office-port", "0", "--back-office-password-file", password.toString())
                .close();
        assertThat(password).as("there is an administrator").doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "printf '\\344 \\377' > password | The password in FILE is not UTF-8. Save the file as UTF-8.",
                "printf 'kettle orbit velvet\\n"
                        + "lemon' > password | The password in FILE has a second line or a character",
                "printf 'kettle orbit velvet\\0' > password | The password in FILE has a second line or a character",
                "mkfifo password | FILE is not a regular file. Enter the file that holds the secret.",
                "ln -s /dev/zero password | FILE is not a regular file.",
                "mkdir password | FILE is not a regular file.",
                "printf short > password | The password has 5 characters. Use 12 to 200.",
            })
    void a_first_password_that_cannot_be_used_is_named_and_nothing_hangs(String command, String message)
            throws Exception {
        var secret = Files.writeString(folder.resolve("secret"), "a-secret-for-tests");
        var shell = new ProcessBuilder("sh", "-c", command).directory(folder.toFile());
        assertThat(shell.inheritIO().start().waitFor()).isZero();
        var password = folder.resolve("password").toString();
        var options = List.of("--port", "0", "--db", TestDatabase.H2.freshUrl(), "--secret-file", secret.toString());
        var offices = List.of("--operations-port", "-1", "--back-office-port", "0", "--back-office-password-file");
        assertThat(run(Stream.concat(options.stream(), offices.stream()).toList(), password))
                .isEqualTo(1);
        assertThat(err.toString().lines()).last().asString().startsWith("wallet: " + message.replace("FILE", password));
    }

    private int run(List<String> words, String last) {
        return run(Map.of(), Stream.concat(words.stream(), Stream.of(last)).toArray(String[]::new));
    }

    private int run(Map<String, String> environment, String... args) {
        return Main.commandLine(environment)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--prot 1               | wallet: Unknown option: '--prot'",
                "--allow-source 1.2.3   | wallet: --allow-source: ",
                "--trusted-proxy 0.0.0.0/0 | wallet: --trusted-proxy: '0.0.0.0/0' trusts",
                "--prefix wallet        | wallet: --prefix must begin, and not end, with a slash, and be"
                        + " percent-encoded, as it is sent, unlike wallet.",
                "--demo-players -1      | wallet: --demo-players must be at least 0, not -1.",
                "--prefix /a?b          | wallet: --prefix must begin",
                "--prefix /a/../b       | wallet: --prefix must begin",
                "--secret-file s --back-office-password-file s | wallet: --back-office-password-file must be another"
                        + " file",
                "--back-office-sso-header X --trusted-proxy ::1 | wallet: --back-office-sso-header needs --back-office",
                "--back-office-sso-header X --back-office-sso-secret-file s | wallet: --back-office-sso-header needs",
                "--tls-client-ca c      | wallet: --tls-cert, --tls-key and --tls-client-ca need each other.",
                "--tls-key k            | wallet: --tls-cert, --tls-key and --tls-client-ca need each other.",
                "--port -1              | wallet: --port must be at least 0, not -1.",
                "--back-office-port 70000 | wallet: --back-office-port must be at most 65535",
                "--operations-port -2   | wallet: --operations-port must be at least -1, not -2.",
                "--committers 0         | wallet: --committers must be at least 1, not 0.",
                "--db-connections 0     | wallet: --db-connections must be at least 1, not 0.",
                "--db-isolation foo     | wallet: Invalid value for option '--db-isolation'",
                "--log-format xml       | wallet: --log-format must be text or json, not xml.",
                "--operator casino-1    | wallet: --provider needs --operator",
                "people --add ada --role boss | wallet: Invalid value for option '--role' (ROLE): expected one of",
                "--port abc             | wallet: Invalid value for option '--port': 'abc' is not an int",
                "--secret=canary-value  | wallet: Unknown option: '--secret'",
                "fly                    | wallet: Unmatched argument at index 0: 'fly'",
                "audit --db jdbc:mysql://localhost/w?password=canary-value | wallet: --db must begin with jdbc:h2: or",
                "audit --db-connections 0 | wallet: --db-connections must be at least 1, not 0.",
                "archive --older-than-days 6 | wallet: --older-than-days must be at least 7, not 6.",
                "archive --older-than-days 40000 | wallet: --older-than-days must be at most 36500, not 40000.",
                "audit --no-such-option | wallet: Unknown option: '--no-such-option'",
                "--demo-players         | wallet: Missing required parameter for option '--demo-players'" + " (N)"
            })
    void wrong_usage_prints_its_sentence_and_where_help_is(String line, String sentence) {
        assertThat(run(Map.of(), line.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines())
                .hasSizeBetween(2, 3)
                .first()
                .asString()
                .startsWith(sentence);
        assertThat(err.toString()).containsPattern("See wallet.* --help\\.").doesNotContain("canary-value");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void an_empty_option_is_wrong_usage_but_an_empty_prefix_is_the_root() {
        assertThat(run(Map.of(), "--secret-file", "")).isEqualTo(2);
        assertThat(err.toString()).contains("--secret-file is empty. Give it a value, or leave it out.");
        var missing = folder.resolve("no-secret").toString();
        assertThat(run(Map.of(), "--prefix", "", "--secret-file", missing)).isNotZero();
        assertThat(err.toString()).contains(missing).doesNotContain("--prefix");
        try (var wallet = WalletUnderTest.on(TestDatabase.H2.freshUrl(), "--prefix", "")) {
            assertThat(wallet.address()).doesNotEndWith("/wallet");
            assertThat(wallet.send(SignedCallback.debit("bet")
                                    .player("player-1")
                                    .stake("1"))
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--provider ftp://x --operator a                  | 2 | wallet: --provider must begin with https://",
                "--provider http://provider.example --operator a  | 2 | wallet: --provider must begin with https://",
                "--provider https://u:canary@x --operator a       | 2 | wallet: --provider must begin with https://",
                "--tls-cert nope.pem --tls-key nope.pem           | 1 | wallet: nope.pem does not exist."
            })
    void a_certificate_or_provider_that_cannot_be_used_is_found_before_there_is_a_database(
            String line, int code, String sentence) throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), "a-secret-for-tests");
        var database = folder.resolve("wallet");
        var args = Stream.concat(
                Stream.of(line.split(" ")),
                Stream.of("--port=0", "--secret-file=" + secret, "--db=jdbc:h2:file:" + database));
        assertThat(run(Map.of(), args.toArray(String[]::new))).isEqualTo(code);
        assertThat(err.toString().lines().filter(each -> each.startsWith("wallet: ")))
                .singleElement()
                .asString()
                .startsWith(sentence);
        assertThat(err.toString()).doesNotContain("canary");
        assertThat(folder).isDirectoryNotContaining("glob:**wallet*");
    }

    @Test
    void a_wrong_variable_is_named() {
        assertThat(run(Map.of("WALLET_DEMO_PLAYERS", "many"))).isEqualTo(2);
        assertThat(err.toString()).contains("'many' is not an int (from WALLET_DEMO_PLAYERS in the environment)");
    }

    @Test
    void a_port_in_use_is_one_line_with_the_port_and_its_option_and_nothing_is_written() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = taken.getLocalPort();
            for (var option : List.of("--port", "--back-office-port", "--operations-port")) {
                assertStartFails(
                        option + "=" + port,
                        "wallet: Port " + port + " of 127.0.0.1 is in use. Stop the program that uses it, or choose"
                                + " another port with " + option + "; 0 takes a free one.");
            }
        }
    }

    private void assertStartFails(String ports, String line) throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), "a-secret-for-tests");
        var args = new ArrayList<>(List.of(ports.split(" ")));
        for (var option : List.of("--port", "--back-office-port", "--operations-port")) {
            if (args.stream().noneMatch(given -> given.startsWith(option + "="))) {
                args.add(option + "=0");
            }
        }
        args.add("--secret-file=" + secret);
        args.add("--db=jdbc:h2:file:" + folder.resolve("wallet"));
        args.add("--back-office-password-file=" + folder.resolve("wallet-password"));
        err.getBuffer().setLength(0);
        assertThat(run(Map.of(), args.toArray(String[]::new))).isEqualTo(1);
        assertThat(err.toString().lines().filter(each -> each.startsWith("wallet: ")))
                .containsExactly(line);
        assertThat(folder).isDirectoryNotContaining("glob:**wallet*");
    }

    @Test
    void completion_prints_a_script_with_the_options_and_every_command_its_version() {
        assertThat(run(Map.of(), "completion", "bash")).isZero();
        assertThat(out.toString()).contains("complete -F _complete_wallet", "--demo-players");
        assertThat(run(Map.of(), "completion", "fish")).isEqualTo(2);
        assertThat(err.toString()).contains("bash, zsh");
        out.getBuffer().setLength(0);
        assertThat(run(Map.of(), "archive", "--version")).isZero();
        assertThat(out.toString()).startsWith("OperatorKit wallet ");
    }
}
