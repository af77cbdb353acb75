package dev.operatorkit.house.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.house.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the shell commands of the recipes in {@code deploy/ci}, each as its CI would, against the reference wallet. The whole recipes,
 * which start a wallet and run a plan of the suite, run with {@code -Dthorough} only. The archive starts the simulator of this build.
 */
class CertificationRecipeTest {
    /** Matches the lines of a block below {@code run:} or a list item, which are indented more than its head. */
    private static final Pattern BLOCK = Pattern.compile("(?m)^( *)(?:run:|-) \\|\\n((?:\\1  +.*\\n)++)");

    @TempDir
    Path folder;

    private Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void packArchive() throws Exception {
        RunnableFile.script(folder.resolve("archive/bin/simulator"), "exec '" + Tree.ROOT + "/bin/simulator' \"$@\"");
        var tar = ShellCommand.run(folder, Map.of(), "tar", "-czf", "archive.tar.gz", "archive");
        assertThat(tar.exit()).as(tar.output()).isZero();
        var sum = ShellCommand.run(folder, Map.of(), "sha256sum", "archive.tar.gz")
                .output();
        var port = FreePort.choose();
        environment = new HashMap<>(Map.of(
                "SIMULATOR_ARCHIVE",
                folder.resolve("archive.tar.gz").toUri().toString(),
                "SIMULATOR_SHA256",
                sum.substring(0, 64),
                "START_WALLET",
                "echo $$ >wallet.pid; exec '" + Tree.ROOT + "/bin/wallet' --demo-players 2 --port " + port
                        + " --operations-port -1 --back-office-port -1",
                "WALLET",
                "http://127.0.0.1:" + port + "/wallet",
                "WALLET_TOKENS",
                "token-1 token-2",
                "PLAN",
                "quick",
                "OPERATORKIT_SECRET",
                "a-secret-for-the-recipes",
                "JAVA_OPTS",
                Tree.SHORT_LIVED_JVM,
                "GITHUB_SHA",
                "0123abc",
                "CI_COMMIT_SHA",
                "0123abc"));
    }

    /** Waits for the end of the wallet, since one that still runs writes its database into the folder that is deleted next. */
    @AfterEach
    void stopWallet() throws Exception {
        var pid = folder.resolve("wallet.pid");
        if (Files.exists(pid)) {
            ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).ifPresent(wallet -> {
                wallet.destroy();
                wallet.onExit().orTimeout(1, TimeUnit.MINUTES).join();
            });
        }
    }

    @Test
    @Tag("thorough")
    void the_recipe_for_github_certifies_a_wallet_and_leaves_a_report() throws Exception {
        for (var step : blocks("github-actions.yml")) {
            var run = ShellCommand.run(folder, environment, "bash", "-e", "-c", step);
            assertThat(run.exit()).as(run.output()).isZero();
        }
        assertReport();
    }

    @Test
    void both_recipes_run_the_same_commands_and_publish_the_report_alone() {
        var github = blocks("github-actions.yml");
        var gitlab = blocks("gitlab-ci.yml");
        assertThat(gitlab.get(0)).isEqualTo(github.get(0));
        assertThat(gitlab.get(1).lines().findFirst())
                .isEqualTo(github.get(1).lines().findFirst());
        assertThat(gitlab.get(2)).isEqualTo(github.get(2).replace("GITHUB_SHA", "CI_COMMIT_SHA"));
        // The wallet's log may name players and tokens, so it is no artifact.
        assertThat(text("gitlab-ci.yml")).contains("paths:\n      - report\n    reports:");
        assertThat(text("github-actions.yml"))
                .endsWith("path: report\n")
                .contains("permissions:\n  contents: read\njobs:")
                .doesNotContainPattern("uses: (?!actions/[a-z-]+@[0-9a-f]{40} # v)");
    }

    @Test
    void an_archive_that_was_changed_is_not_run() throws Exception {
        environment.put("SIMULATOR_SHA256", "0".repeat(64));
        for (var recipe : List.of("github-actions.yml", "gitlab-ci.yml")) {
            var run = ShellCommand.run(
                    folder, environment, "bash", "-e", "-c", blocks(recipe).get(0));
            assertThat(run.exit()).as(run.output()).isPositive();
            assertThat(folder.resolve("simulator")).doesNotExist();
        }
    }

    private static List<String> blocks(String recipe) {
        var blocks = BLOCK.matcher(text(recipe))
                .results()
                .map(block -> block.group(2).lines().map(String::strip).collect(Collectors.joining("\n")))
                .toList();
        assertThat(blocks).hasSize(3);
        return blocks;
    }

    private static String text(String recipe) {
        return Tree.read(Tree.ROOT.resolve("deploy/ci").resolve(recipe));
    }

    private void assertReport() {
        assertThat(Tree.read(folder.resolve("report/results.json"))).contains("\"CERTIFIED\"", "0123abc");
        assertThat(folder.resolve("report/junit.xml")).exists();
    }
}
