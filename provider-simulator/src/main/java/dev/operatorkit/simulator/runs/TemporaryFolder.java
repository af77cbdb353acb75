package dev.operatorkit.simulator.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Creates a temporary folder when it is first needed, and deletes it when the simulator ends. */
public final class TemporaryFolder {
    private final String prefix;
    private @Nullable Path folder;

    /**
     * Describes a folder.
     *
     * @param prefix the beginning of its name
     */
    public TemporaryFolder(String prefix) {
        this.prefix = prefix;
    }

    /** Returns the folder of the run with this number. */
    public synchronized Path of(int run) throws IOException {
        var made = folder;
        if (made == null) {
            var created = Files.createTempDirectory(prefix);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(created)));
            folder = created;
            made = created;
        }
        return made.resolve(Integer.toString(run));
    }

    /** Deletes a folder with everything in it. */
    static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
