package dev.operatorkit.conformance.terminal;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Ansi;

/** Describes what a standard stream of this process is connected to: a terminal, or a file or pipe. */
public final class Terminal {
    /** Stands for a width that is unknown, so that nothing is cut. */
    public static final int UNKNOWN_WIDTH = Integer.MAX_VALUE;

    private static final Pattern DEVICE = Pattern.compile("/dev/(pts/|tty|console).*");
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int MIN_WIDTH = 10;

    private final boolean connected;
    private final Map<String, String> environment;
    private int width = UNKNOWN_WIDTH;
    private long measured;

    /** Names a standard stream. */
    public enum Stream {
        /** Names standard output. */
        OUTPUT(1),
        /** Names standard error. */
        ERRORS(2);

        private final int descriptor;

        Stream(int descriptor) {
            this.descriptor = descriptor;
        }
    }

    Terminal(boolean connected, Map<String, String> environment) {
        this.connected = connected;
        this.environment = environment;
    }

    /** Returns what a standard stream is connected to. */
    public static Terminal of(Stream stream) {
        return new Terminal(isDevice(stream.descriptor), System.getenv());
    }

    /** Returns whether the stream is connected to a terminal; the others may not be. */
    private static boolean isDevice(int descriptor) {
        try {
            return DEVICE.matcher(Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                            .toString())
                    .matches();
        } catch (IOException | UnsupportedOperationException e) {
            return isConsole();
        }
    }

    /** Returns whether input and output are a terminal, where there is no /proc. */
    @SuppressWarnings("SystemConsoleNull") // before JDK 22 there is a console only on a terminal
    private static boolean isConsole() {
        var console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** Returns whether the stream is connected to a terminal. */
    public boolean isConnected() {
        return connected;
    }

    /** Returns whether a line can be drawn again in its place. */
    public boolean canRedraw() {
        return connected && !isDumb();
    }

    private boolean isDumb() {
        return "dumb".equals(environment.get("TERM"));
    }

    /** Returns whether to use colours: on a terminal, unless NO_COLOR, CLICOLOR, CLICOLOR_FORCE or TERM say otherwise. */
    public Ansi ansi() {
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty() || "0".equals(environment.get("CLICOLOR"))) {
            return Ansi.OFF;
        }
        var isForced = !"0".equals(environment.getOrDefault("CLICOLOR_FORCE", "0"));
        return isForced || canRedraw() ? Ansi.ON : Ansi.OFF;
    }

    /** Returns the number of columns, {@link #UNKNOWN_WIDTH} if nothing says it. It may change while the program runs. */
    public synchronized int width() {
        if (!connected) {
            return UNKNOWN_WIDTH;
        }
        var now = System.nanoTime();
        if (measured == 0 || now - measured > FRESH_NANOS) {
            var chosen = columns(environment.getOrDefault("COLUMNS", ""));
            width = chosen == UNKNOWN_WIDTH ? columns(measure()) : chosen;
            measured = now;
        }
        return width;
    }

    private static int columns(String text) {
        return text.matches("[1-9]\\d{0,4}") ? Math.max(MIN_WIDTH, Integer.parseInt(text)) : UNKNOWN_WIDTH;
    }

    /** Returns the columns that the terminal has now. Java cannot ask for them. */
    private static String measure() {
        try {
            var size = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var printed = new String(size.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return printed.strip().replaceFirst("^\\d+ ", "");
        } catch (IOException e) {
            return "";
        }
    }
}
