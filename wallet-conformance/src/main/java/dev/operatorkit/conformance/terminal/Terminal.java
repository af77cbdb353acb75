package dev.operatorkit.conformance.terminal;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

/** Decides whether standard output shows colours: on a terminal, and not in a file or pipe. */
public final class Terminal {
    private static final Pattern DEVICE = Pattern.compile("/dev/(pts/|tty|console).*");

    private Terminal() {}

    /** Returns whether to use colours: on a terminal, unless NO_COLOR, CLICOLOR, CLICOLOR_FORCE or TERM say otherwise. */
    public static Ansi ansi() {
        return ansi(isTerminal(), System.getenv());
    }

    static Ansi ansi(boolean isTerminal, Map<String, String> environment) {
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty() || "0".equals(environment.get("CLICOLOR"))) {
            return Ansi.OFF;
        }
        var isForced = !"0".equals(environment.getOrDefault("CLICOLOR_FORCE", "0"));
        return isForced || (isTerminal && !"dumb".equals(environment.get("TERM"))) ? Ansi.ON : Ansi.OFF;
    }

    /** Returns whether standard output is a terminal; the other streams may not be. */
    private static boolean isTerminal() {
        try {
            return DEVICE.matcher(
                            Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString())
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

    /** Returns a text in a colour, if colours are wanted. */
    public static String paint(boolean wanted, Style colour, String text) {
        return wanted ? colour.on() + text + Style.reset.on() : text;
    }
}
