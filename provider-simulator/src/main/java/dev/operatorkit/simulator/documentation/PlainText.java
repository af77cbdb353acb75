package dev.operatorkit.simulator.documentation;

import java.util.Optional;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** Collects the text of a paragraph, a heading or a row, and the anchor that it holds. */
final class PlainText extends AbstractVisitor {
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");

    private final StringBuilder words = new StringBuilder();
    private Optional<String> anchor = Optional.empty();

    private PlainText() {}

    static PlainText of(Node node) {
        var text = new PlainText();
        node.accept(text);
        return text;
    }

    String text() {
        return words.toString().strip();
    }

    Optional<String> anchor() {
        return anchor;
    }

    @Override
    public void visit(Text node) {
        words.append(node.getLiteral());
    }

    @Override
    public void visit(Code node) {
        words.append(node.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak node) {
        words.append(' ');
    }

    @Override
    public void visit(Image node) {
        // The caption stands under the picture, not in a passage.
    }

    @Override
    public void visit(HtmlInline node) {
        var found = ANCHOR.matcher(node.getLiteral());
        if (found.matches()) {
            anchor = Optional.of(found.group(1));
        }
    }

    @Override
    public void visit(CustomNode node) {
        if (node instanceof TableCell && !words.isEmpty()) {
            words.append(" · ");
        }
        visitChildren(node);
    }
}
