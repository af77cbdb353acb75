package dev.operatorkit.browser;

import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The machine's own Chromium, started once for all tests. Where there is none, tests that need it say so and do not run;
 * in CI that is a failure.
 */
public final class Browser implements ExecutionCondition {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final List<String> FLAGS =
            List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage");

    /** The lock of the classes that use the browser, which may be used by one thread at a time. */
    public static final String LOCK = "dev.operatorkit.browser.Browser";

    /** For a crowded machine; nobody waits that long for a page. */
    public static final double PATIENCE_MILLIS = 60_000;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (executable().isPresent()) {
            return ConditionEvaluationResult.enabled("there is a browser");
        }
        var why = "no Chromium on this machine's path: browser tests do not run (CHROMIUM names one elsewhere)";
        context.publishReportEntry("browser", why);
        return ConditionEvaluationResult.disabled(why);
    }

    private static Optional<Path> executable() {
        var named = Optional.ofNullable(System.getenv("CHROMIUM")).map(Path::of);
        var folders = System.getenv("PATH").split(File.pathSeparator);
        return Stream.concat(
                        named.stream(),
                        NAMES.stream().flatMap(name -> Stream.of(folders).map(folder -> Path.of(folder, name))))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /** The one browser; it ends with the tests' JVM. */
    public static com.microsoft.playwright.Browser get() {
        return Started.BROWSER;
    }

    private static final class Started {
        static final com.microsoft.playwright.Browser BROWSER = start();

        private static com.microsoft.playwright.Browser start() {
            // Nothing is fetched: the browser is the machine's.
            var playwright = Playwright.create(
                    new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
            Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
            return playwright
                    .chromium()
                    .launch(new LaunchOptions()
                            .setExecutablePath(executable().orElseThrow())
                            .setArgs(FLAGS));
        }
    }
}
