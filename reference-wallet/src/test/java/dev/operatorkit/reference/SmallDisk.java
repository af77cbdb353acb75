package dev.operatorkit.reference;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a program with a folder that is a disk of its own, in memory and of limited size, which only this program and its children see.
 * The disk begins with what the folder holds, and ends with the program.
 */
final class SmallDisk implements AutoCloseable {
    private static final int BLOCK = 1024 * 1024;
    private static final String MOUNT = "mount -t tmpfs -o size=\"$1\"m tmpfs \"$0.disk\" && cp -a \"$0\"/. \"$0.disk\""
            + " && mount --bind \"$0.disk\" \"$0\" && shift && exec \"$@\"";

    private final Path seen;
    private final Process process;

    private SmallDisk(Path folder, Process process) {
        this.seen = Path.of("/proc/" + process.pid() + "/root" + folder);
        this.process = process;
    }

    /** Returns true when this machine permits a mount that only one program sees. */
    static boolean isPermitted() throws InterruptedException {
        try {
            return new ProcessBuilder("unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Starts a program for which that folder is a disk. */
    static SmallDisk start(Path folder, int mebibytes, ProcessBuilder program) throws IOException {
        Files.createDirectory(folder.resolveSibling(folder.getFileName() + ".disk"));
        List<String> command = new ArrayList<>(List.of("unshare", "--map-root-user", "--mount", "sh", "-c", MOUNT));
        command.addAll(List.of(folder.toString(), "" + mebibytes));
        command.addAll(program.command());
        return new SmallDisk(folder, program.command(command).start());
    }

    /** Fills the disk to the last byte. */
    void fill() throws IOException {
        try (var filler = FileChannel.open(filler(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (var size = BLOCK; size > 0; size /= 2) {
                fill(filler, size);
            }
        }
    }

    private static void fill(FileChannel filler, int size) {
        try {
            while (true) {
                filler.write(ByteBuffer.allocate(size));
            }
        } catch (IOException e) {
            // No room for another block of this size.
        }
    }

    /** Makes room again. */
    void free() throws IOException {
        Files.delete(filler());
    }

    private Path filler() {
        return seen.resolve("filler");
    }

    Process process() {
        return process;
    }

    /** Suspends the program and copies what its disk holds, as it would be after a kill. */
    void copyTo(Path target) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-STOP", "" + process.pid()).start().waitFor();
        try (var files = Files.list(seen)) {
            for (var file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName().toString()));
            }
        }
    }

    /** Kills the program and all that it has started. */
    @Override
    public void close() {
        var children = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> child.onExit().join());
    }
}
