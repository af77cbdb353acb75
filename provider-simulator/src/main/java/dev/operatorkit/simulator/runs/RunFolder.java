package dev.operatorkit.simulator.runs;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.simulator.runs.Job.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs in numbered folders, each with a {@code run.json} next to the files of the run. The oldest are deleted; a run that
 * cannot be read is reported and stays in its folder.
 */
final class RunFolder {
    /** Holds the version of the format. A run of another one is left unchanged. */
    private static final int FORMAT = 2;

    private static final String ABOUT = "run.json";
    private static final String STARTED = "started";
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    private final int most;
    private final @Nullable Path data;
    private final TreeMap<Integer, Summary> kept = new TreeMap<>(Comparator.reverseOrder());
    private final List<String> problems = new ArrayList<>();
    private @Nullable Path temporary;
    private int newest;

    private RunFolder(@Nullable Path data, int most) {
        this.data = data;
        this.most = most;
    }

    /** Opens the runs below a folder, or in a temporary one, deleted with the simulator, if it is null. */
    static RunFolder open(@Nullable Path data, String name, int most) {
        var runs = new RunFolder(data == null ? null : data.resolve("runs").resolve(name), most);
        runs.read();
        return runs;
    }

    /** Returns whether the runs are kept after the simulator stops. */
    boolean isLasting() {
        return data != null;
    }

    /** Returns the descriptions of the finished runs by number, newest first. */
    synchronized Map<Integer, Summary> kept() {
        return new TreeMap<>(kept);
    }

    /** Returns a sentence for each run that cannot be shown. */
    synchronized List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns the number of a new run and creates its folder. */
    synchronized int begin() {
        newest++;
        try {
            Files.createDirectories(folder(newest));
            if (isLasting()) {
                // It shows later that a run was cut off by the end of the simulator.
                Files.writeString(folder(newest).resolve(STARTED), "");
            }
        } catch (IOException e) {
            problems.add("Run " + newest + " cannot be kept: " + e + ". Check the disk and the rights of "
                    + (data == null ? "the temporary folder" : data) + ".");
        }
        return newest;
    }

    /** Keeps the description of a run that ended, and deletes the oldest runs above the bound. */
    synchronized void end(int number, Summary about) {
        kept.put(number, about);
        try {
            var content = JSON.createObjectNode().put("format", FORMAT);
            content.set("run", JSON.valueToTree(about));
            var file = folder(number).resolve(ABOUT);
            var draft = folder(number).resolve(ABOUT + ".draft");
            Files.createDirectories(folder(number));
            Files.write(draft, JSON.writeValueAsBytes(content));
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            Files.deleteIfExists(folder(number).resolve(STARTED));
            while (kept.size() > most) {
                delete(folder(kept.lastKey()));
                kept.remove(kept.lastKey());
            }
        } catch (IOException e) {
            problems.add("Run " + number + " is not kept: " + e + ". Check the disk and the rights of its folder.");
        }
    }

    /** Returns the folder of a run; without a folder of data it is a temporary one, deleted with the simulator. */
    synchronized Path folder(int number) throws IOException {
        if (data != null) {
            return data.resolve(Integer.toString(number));
        }
        var known = temporary;
        if (known == null) {
            var created = Files.createTempDirectory("operatorkit-runs");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(created)));
            known = created;
            temporary = created;
        }
        return known.resolve(Integer.toString(number));
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }

    private void read() {
        if (data == null || !Files.isDirectory(data)) {
            return;
        }
        try (var folders = Files.list(data)) {
            folders.sorted().forEach(this::read);
        } catch (IOException | UncheckedIOException e) {
            problems.add("The runs in " + data + " cannot be listed: " + e + ". Check its rights.");
        }
    }

    private void read(Path of) {
        var name = String.valueOf(of.getFileName());
        if (!name.matches("[1-9][0-9]{0,8}")) {
            return;
        }
        var number = Integer.parseInt(name);
        newest = Math.max(newest, number);
        try {
            var file = of.resolve(ABOUT);
            var content = JSON.readTree(Files.readAllBytes(file));
            var format = content.path("format").asInt();
            if (format > 0 && format != FORMAT) {
                problems.add(
                        of + " was written by another version and is not shown. Nothing was deleted; its report can"
                                + " be opened there.");
            } else if (!content.path("run").isObject()) {
                throw new IOException("it contains no run");
            } else {
                var summary = JSON.treeToValue(content.path("run"), Summary.class);
                Instant.parse(summary.started()); // pages show it
                kept.put(number, summary);
            }
        } catch (NoSuchFileException e) {
            problems.add("Run " + number
                    + (Files.exists(of.resolve(STARTED))
                            ? " was cut off when the simulator ended. Start it again."
                            : " in " + of + " has no " + ABOUT + " and is not shown. Nothing was deleted."));
        } catch (IOException | RuntimeException e) {
            problems.add(of.resolve(ABOUT) + " cannot be read and its run is not shown: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
                    + ". Nothing was deleted; move the folder to another place to end this message.");
        }
    }
}
