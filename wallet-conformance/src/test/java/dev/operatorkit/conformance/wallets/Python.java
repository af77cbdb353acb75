package dev.operatorkit.conformance.wallets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Finds Python itself: what the path has may be the script of a version manager, which takes several times as long to start. */
public final class Python {
    private static final String EXECUTABLE = find();

    private Python() {}

    /** Returns the interpreter that {@code python3} starts, or {@code python3} if there is none. */
    public static String executable() {
        return EXECUTABLE;
    }

    private static String find() {
        try {
            var process = new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var path = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return path.isEmpty() ? "python3" : path;
        } catch (IOException e) {
            return "python3";
        }
    }
}
