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
 * Starts the machine's own Chromium once for each thread of tests. Without one, tests that need it are skipped with a message, which CI
 * does not accept.
 */
public final class Browser implements ExecutionCondition {
    /** Begins with the one that has no windows and no extensions, and so needs a third of the processor time to start. */
    private static final List<String> NAMES =
            List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome");

    private static final List<String> FLAGS =
            List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage");

    private static final ThreadLocal<com.microsoft.playwright.Browser> BROWSERS =
            ThreadLocal.withInitial(Browser::start);

    /** Limits the wait for a page on a busy machine. */
    public static final double TIMEOUT_MILLIS = 60_000;

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

    /** Returns the browser of this thread, which ends with the JVM of the tests. Playwright's objects belong to one thread. */
    public static com.microsoft.playwright.Browser get() {
        return BROWSERS.get();
    }

    private static com.microsoft.playwright.Browser start() {
        // Downloads nothing: the browser is the one of the machine.
        var playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MILLIS);
        Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
        return playwright
                .chromium()
                .launch(new LaunchOptions()
                        .setExecutablePath(executable().orElseThrow())
                        .setArgs(FLAGS));
    }
}
