package dev.operatorkit.simulator.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a command of the simulator on a pseudo-terminal, which {@code script} opens. */
final class TerminalProgram implements AutoCloseable {
    private static final int MAX_SECONDS = 60;

    private final Process process;
    private final BufferedReader screen;
    private final StringBuilder read = new StringBuilder();

    private TerminalProgram(Process process) {
        this.process = process;
        this.screen = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts a command whose words need no quotes. */
    static TerminalProgram start(Path home, Map<String, String> environment, String command) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var line = java + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Duser.home=" + home + " " + Main.class.getName();
        // A build that runs in the background ignores Ctrl-C, and so would what it starts.
        var builder = new ProcessBuilder(
                "env", "--default-signal=INT", "script", "-qefc", "exec " + line + " " + command, "/dev/null");
        var variables = builder.environment();
        variables
                .keySet()
                .removeIf(name -> name.startsWith("SIMULATOR_") || name.startsWith("CLICOLOR") || name.equals("CI"));
        variables.remove("NO_COLOR");
        variables.put("TERM", "xterm");
        variables.put("CLASSPATH", System.getProperty("java.class.path"));
        variables.putAll(environment);
        return new TerminalProgram(builder.redirectErrorStream(true).start());
    }

    /** Reads until a text was printed and returns everything printed so far. */
    String readUntil(String text) throws IOException {
        while (read.indexOf(text) < 0) {
            var next = screen.read();
            if (next < 0) {
                throw new AssertionError("The program ended without printing '" + text + "': " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }

    /** Returns everything printed until the end of the program. */
    String readToEnd() throws IOException {
        for (var next = screen.read(); next >= 0; next = screen.read()) {
            read.append((char) next);
        }
        return read.toString();
    }

    void pressCtrlC() throws IOException {
        process.getOutputStream().write(3);
        process.getOutputStream().flush();
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("The program did not end: " + read);
        }
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        screen.close();
    }
}
