package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.documentation.Documentation;
import dev.operatorkit.simulator.documentation.DocumentationPage;
import dev.operatorkit.simulator.documentation.LineBreaks;
import dev.operatorkit.simulator.documentation.RuleLinks;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes the documentation as a site of plain files, which needs no server and no script. A folder that holds other files is
 * refused; one that holds an earlier site is replaced.
 */
public final class DocumentationSite {
    private static final List<String> ASSETS = List.of("amount.css", "console.css", "documentation.css", "mark.svg");
    /** Lists the files of a site, by which a later one knows what it may replace. */
    private static final String FILES = "files.txt";

    private DocumentationSite() {}

    /** Writes the site and returns the number of its pages. Throws an IllegalArgumentException if the folder cannot be used. */
    public static int write(Path folder) throws IOException {
        requireOwn(folder);
        var files = files();
        for (var file : files.entrySet()) {
            var path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        return Documentation.get().pages().size();
    }

    /** Removes an earlier site, and refuses a folder with anything else. */
    private static void requireOwn(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(folder + " is a file. Give a new or empty folder.");
        }
        var list = folder.resolve(FILES);
        if (!Files.isRegularFile(list)) {
            // Without a site, one look is enough: the folder may be the root of a disk.
            try (var all = Files.list(folder)) {
                var other = all.findFirst();
                if (other.isPresent()) {
                    throw foreign(folder, folder.relativize(other.get()).toString());
                }
            }
            return;
        }
        var own = new TreeSet<>(Files.readAllLines(list));
        var found = new TreeSet<String>();
        try (var all = Files.walk(folder)) {
            all.filter(path -> !Files.isDirectory(path))
                    .map(path -> folder.relativize(path).toString().replace('\\', '/'))
                    .forEach(found::add);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (var name : found) {
            if (!own.contains(name)) {
                throw foreign(folder, name);
            }
        }
        for (var name : found) {
            Files.delete(folder.resolve(name));
        }
    }

    private static IllegalArgumentException foreign(Path folder, String name) {
        return new IllegalArgumentException(
                folder + " holds " + name + ", which is not part of the documentation. Give a new or empty folder.");
    }

    private static Map<String, byte[]> files() {
        var engine = PageRenderer.engine();
        var files = new TreeMap<>(Documentation.get().files());
        for (var page : Documentation.get().pages()) {
            files.put(page.address(), render(engine, page));
        }
        ASSETS.forEach(name -> files.put(name, Assets.read("assets/" + name)));
        var names = String.join("\n", files.keySet()) + "\n" + FILES + "\n";
        files.put(FILES, names.getBytes(StandardCharsets.UTF_8));
        return files;
    }

    private static byte[] render(TemplateEngine engine, DocumentationPage page) {
        var output = new StringOutput();
        engine.render(
                "documentation_site.jte",
                Map.of(
                        "title", page.title(),
                        "content", page.html(),
                        "root", page.root(),
                        "version", DocumentationPages.version(),
                        "isContents", page.isContents()),
                output);
        return LineBreaks.apply(new RuleLinks(page.root()).apply(output.toString()))
                .getBytes(StandardCharsets.UTF_8);
    }
}
