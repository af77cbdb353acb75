package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.staff.EscapedText;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a page, and escapes every text that somebody reads: as HTML, and where a character would reverse or hide others. Values of
 * fields and addresses stay as they are, because the browser sends them back. Times, amounts and names with hyphens stay on one line.
 */
final class PageOutput extends OwaspHtmlTemplateOutput {
    private static final Set<String> SENT_BACK = Set.of("value", "href", "src", "action");
    private static final Set<String> PROSE = Set.of("p", "span", "h1", "strong", "dd", "div");

    /** Finds a time, an amount with its currency, and a word with a hyphen or slash. */
    private static final Pattern UNBROKEN = Pattern.compile(
            "\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}(?: [A-Z]{3,10}\\b)?|\\S*\\d [A-Z]{3,10}\\b|\\S*[-/]\\S*");

    private boolean isProse;
    private @Nullable String attribute;

    PageOutput(TemplateOutput output) {
        super(output);
    }

    @Override
    public void setContext(String tag, @Nullable String name) {
        super.setContext(tag, name);
        isProse = name == null && PROSE.contains(tag);
        attribute = name;
    }

    @Override
    public void writeUserContent(@Nullable String text) {
        if (text == null || (attribute != null && SENT_BACK.contains(attribute))) {
            super.writeUserContent(text);
        } else if (isProse) {
            writeProse(EscapedText.of(text));
        } else {
            super.writeUserContent(EscapedText.of(text));
        }
    }

    private void writeProse(String text) {
        var found = UNBROKEN.matcher(text);
        var end = 0;
        while (found.find()) {
            super.writeUserContent(text.substring(end, found.start()));
            writeContent("<span class=\"unbroken\">");
            super.writeUserContent(found.group());
            writeContent("</span>");
            end = found.end();
        }
        super.writeUserContent(text.substring(end));
    }
}
