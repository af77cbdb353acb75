package dev.operatorkit.simulator.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Holds the reports of runs in a temporary folder, which is deleted when the simulator stops. */
final class ReportFolder {
    private @Nullable Path folder;

    /** Returns the folder of the run with this number. */
    synchronized Path of(int run) throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory("operatorkit-client-conformance");
            var made = folder;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(made)));
        }
        return folder.resolve(Integer.toString(run));
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
