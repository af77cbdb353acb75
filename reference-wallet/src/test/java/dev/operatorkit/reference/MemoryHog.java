package dev.operatorkit.reference;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Takes all the memory of a running process from within, as a leak would (D13). */
public final class MemoryHog {
    private static final int BLOCK = 64 * 1024;
    private static final List<byte[]> LEAK = new ArrayList<>();

    private MemoryHog() {}

    /** Runs inside the process: allocates until there is nothing left. */
    public static void agentmain(String arguments) {
        while (true) {
            LEAK.add(new byte[BLOCK]);
        }
    }

    /** Exhausts that process; {@code folder} takes the agent. */
    static void exhaust(long pid, Path folder) throws IOException {
        try {
            VirtualMachine.attach(Long.toString(pid)).loadAgent(agent(folder).toString());
        } catch (IOException e) {
            // The process ended, as it should, before it could confirm the agent.
        } catch (AttachNotSupportedException
                | com.sun.tools.attach.AgentLoadException
                | com.sun.tools.attach.AgentInitializationException e) {
            throw new IllegalStateException("Cannot load the agent into process " + pid, e);
        }
    }

    private static Path agent(Path folder) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Agent-Class"), MemoryHog.class.getName());
        var jar = folder.resolve("memory-hog.jar");
        var name = MemoryHog.class.getName().replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var in = MemoryHog.class.getClassLoader().getResourceAsStream(name)) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
        }
        return jar;
    }
}
