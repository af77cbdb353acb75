package dev.operatorkit.simulator.documentation;

import dev.operatorkit.simulator.documentation.DocumentationPage.Passage;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/** Renders one page from Markdown: links lead to other pages of the site, and every heading has an anchor. */
final class MarkdownRenderer {
    private static final List<TablesExtension> TABLES = List.of((TablesExtension) TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(TABLES).build();

    /** Matches what must not be broken at its hyphens, and is short enough for a telephone. */
    private static final String HEADER_NAME = "[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*){1,3}";

    private final String path;
    private final Function<String, Optional<String>> targets;
    private final Map<Heading, String> anchors = new HashMap<>();
    private final List<Passage> passages = new ArrayList<>();

    /**
     * Creates a renderer.
     *
     * @param path the path of the Markdown file
     * @param targets returns the address of a linked file or folder, if it is part of the site
     */
    MarkdownRenderer(String path, Function<String, Optional<String>> targets) {
        this.path = path;
        this.targets = targets;
    }

    DocumentationPage render(String markdown) {
        var document = PARSER.parse(markdown);
        var address = address();
        document.accept(new Links(address));
        var title = title(document);
        document.accept(new Passages(title));
        var html = HtmlRenderer.builder()
                .extensions(TABLES)
                .attributeProviderFactory(context -> attributes())
                .build()
                .render(document)
                // A wide table scrolls in its own frame, by keyboard too.
                .replace("<table>", "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>")
                .replace("</table>", "</table></div>");
        return new DocumentationPage(address, title, html, passages);
    }

    private String address() {
        return targets.apply(path).orElseThrow();
    }

    /** Removes the heading of the page, which its frame shows, and returns it. */
    private String title(Node document) {
        if (document.getFirstChild() instanceof Heading heading && heading.getLevel() == 1) {
            heading.unlink();
            return PlainText.of(heading).text();
        }
        return path;
    }

    private AttributeProvider attributes() {
        return (node, tag, attributes) -> {
            var anchor = node instanceof Heading heading ? anchors.get(heading) : null;
            if (anchor != null) {
                attributes.put("id", anchor);
            }
            if (node instanceof FencedCodeBlock && tag.equals("pre")) {
                attributes.put("tabindex", "0");
            }
            if (node instanceof TableCell cell && cell.isHeader()) {
                attributes.put("scope", "col");
            }
            if (node instanceof Code code && code.getLiteral().matches(HEADER_NAME)) {
                attributes.put("class", "whole");
            }
            if (node instanceof Image) {
                attributes.put("loading", "lazy");
            }
        };
    }

    /** Points links and pictures to their addresses on the site, and makes text of a link that leads elsewhere. */
    private final class Links extends AbstractVisitor {
        private final String address;

        Links(String address) {
            this.address = address;
        }

        @Override
        public void visit(Link link) {
            visitChildren(link);
            if (link.getDestination().matches("(?:[a-z]+:|#).*")) {
                return;
            }
            var to = resolve(link.getDestination());
            if (to.isPresent()) {
                link.setDestination(to.get());
            } else {
                var title = "In the source: " + source(link.getDestination());
                link.insertBefore(html("<span class=\"in-source\" title=\"" + title.replace("\"", "&quot;") + "\">"));
                while (link.getFirstChild() != null) {
                    link.insertBefore(link.getFirstChild());
                }
                link.insertBefore(html("</span>"));
                link.unlink();
            }
        }

        @Override
        public void visit(Image image) {
            resolve(image.getDestination()).ifPresent(image::setDestination);
        }

        private Optional<String> resolve(String destination) {
            var parts = destination.split("#", 2);
            return targets.apply(source(parts[0]))
                    .map(target -> Documentation.relative(address, target) + (parts.length == 2 ? "#" + parts[1] : ""));
        }

        /** Returns the path of a linked file, without the slash after a folder. */
        private String source(String destination) {
            var resolved = URI.create("docs:/docs/" + path).resolve(destination).getPath();
            var relative = resolved.startsWith("/docs/") ? resolved.substring("/docs/".length()) : ".." + resolved;
            return relative.replaceFirst("/$", "");
        }

        private static HtmlInline html(String literal) {
            var node = new HtmlInline();
            node.setLiteral(literal);
            return node;
        }
    }

    /** Gives every heading its anchor, and collects what a search looks through. */
    private final class Passages extends AbstractVisitor {
        private final Map<String, Integer> used = new HashMap<>();
        private String anchor = "";
        private String heading;
        private List<String> columns = List.of();

        Passages(String title) {
            heading = title;
            passages.add(new Passage("", title, title));
        }

        @Override
        public void visit(Heading node) {
            heading = PlainText.of(node).text();
            var plain = heading.toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            var count = used.merge(plain, 1, Integer::sum);
            anchor = count == 1 ? plain : plain + "-" + (count - 1);
            anchors.put(node, anchor);
            passages.add(new Passage(anchor, heading, heading));
        }

        @Override
        public void visit(Paragraph node) {
            add(node, PlainText.of(node).text());
        }

        @Override
        public void visit(FencedCodeBlock node) {
            passages.add(new Passage(anchor, heading, node.getLiteral()));
        }

        @Override
        public void visit(CustomBlock node) {
            if (node instanceof TableBlock) {
                visitChildren(node);
            }
        }

        @Override
        public void visit(CustomNode node) {
            if (node instanceof TableHead) {
                columns = cells(node.getFirstChild());
            }
            if (node instanceof TableRow) {
                add(
                        node,
                        node.getParent() instanceof TableHead
                                ? PlainText.of(node).text()
                                : withColumns(cells(node)));
            } else {
                visitChildren(node);
            }
        }

        private static List<String> cells(Node row) {
            return Stream.iterate(row.getFirstChild(), Objects::nonNull, Node::getNext)
                    .map(cell -> PlainText.of(cell).text())
                    .toList();
        }

        /** Returns a row as a sentence, since cells say little without the headings of their columns. */
        private String withColumns(List<String> cells) {
            return IntStream.range(0, cells.size())
                    .filter(column -> !cells.get(column).isEmpty())
                    .mapToObj(column ->
                            column < columns.size() && !columns.get(column).isEmpty()
                                    ? columns.get(column) + ": " + cells.get(column)
                                    : cells.get(column))
                    .collect(Collectors.joining("; "));
        }

        private void add(Node node, String shown) {
            var plain = PlainText.of(node);
            if (!plain.text().isEmpty()) {
                passages.add(new Passage(plain.anchor().orElse(anchor), heading, plain.text(), shown));
            }
        }
    }
}
