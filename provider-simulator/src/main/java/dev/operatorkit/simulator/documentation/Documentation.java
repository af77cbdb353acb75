package dev.operatorkit.simulator.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the pages of {@code docs/} with their pictures. They are found by following the links from the first page, so that
 * every link leads to something that is here.
 */
public final class Documentation {
    /** Holds the address of the first page, which lists the others. */
    public static final String FIRST = "index.html";

    private static final String README = "README.md";

    private final Map<String, DocumentationPage> pages = new LinkedHashMap<>();
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Search search;

    private Documentation() {
        var found = new ArrayDeque<>(List.of(README));
        while (!found.isEmpty()) {
            var path = found.remove();
            if (!pages.containsKey(address(path))) {
                var markdown = new String(read(path).orElseThrow(), StandardCharsets.UTF_8);
                var page = new MarkdownRenderer(path, target -> find(target, found)).render(markdown);
                pages.put(page.address(), page);
            }
        }
        search = new Search(pages.values());
    }

    /** Returns the documentation, which is read and rendered on first use. */
    public static Documentation get() {
        return Read.ONCE;
    }

    private static final class Read {
        static final Documentation ONCE = new Documentation();
    }

    /** Returns all pages in the order in which the first page leads to them. */
    public Collection<DocumentationPage> pages() {
        return Collections.unmodifiableCollection(pages.values());
    }

    /** Returns the page at an address, if there is one. */
    public Optional<DocumentationPage> page(String address) {
        return Optional.ofNullable(pages.get(address));
    }

    /** Returns the pictures and other files by their addresses. */
    public Map<String, byte[]> files() {
        return Collections.unmodifiableMap(files);
    }

    /** Returns the sections that match a query best, the best match first. */
    public List<Search.Hit> search(String query) {
        return search.find(query);
    }

    /** Returns the address that a link to a file or folder of {@code docs/} leads to; empty if it is not part of the site. */
    private Optional<String> find(String target, Collection<String> found) {
        if (target.endsWith(".md")) {
            if (read(target).isEmpty()) {
                return Optional.empty();
            }
            found.add(target);
            return Optional.of(address(target));
        }
        if (target.indexOf('.', target.lastIndexOf('/') + 1) < 0) {
            var readme = (target.isEmpty() ? "" : target + "/") + README;
            // A folder without a page of its own is listed on the first page.
            return read(readme).isPresent() ? find(readme, found) : Optional.of(FIRST);
        }
        var content = read(target);
        content.ifPresent(bytes -> files.put(target, bytes));
        return content.map(bytes -> target);
    }

    private static String address(String path) {
        return path.replaceFirst("README\\.md$", FIRST).replaceFirst("\\.md$", ".html");
    }

    private static Optional<byte[]> read(String path) {
        try (var in = path.startsWith("../") ? null : Documentation.class.getResourceAsStream("pages/" + path)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the way from one address to another, both below the first folder. */
    static String relative(String from, String to) {
        var source = new ArrayList<>(List.of(from.split("/", -1)));
        var target = new ArrayList<>(List.of(to.split("/", -1)));
        while (source.size() > 1 && target.size() > 1 && source.getFirst().equals(target.getFirst())) {
            source.removeFirst();
            target.removeFirst();
        }
        return "../".repeat(source.size() - 1) + String.join("/", target);
    }
}
