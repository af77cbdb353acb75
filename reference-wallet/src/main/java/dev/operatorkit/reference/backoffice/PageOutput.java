package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.staff.EscapedText;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a page, and escapes every text that people read: as HTML, and where a character would reverse or hide others. Values of fields
 * and addresses stay unchanged, because the browser sends them back.
 */
final class PageOutput extends OwaspHtmlTemplateOutput {
    private static final Set<String> SENT_BACK = Set.of("value", "href", "src", "action");

    private @Nullable String attribute;

    PageOutput(TemplateOutput output) {
        super(output);
    }

    @Override
    public void setContext(String tag, @Nullable String name) {
        super.setContext(tag, name);
        attribute = name;
    }

    @Override
    public void writeUserContent(@Nullable String text) {
        var isSentBack = attribute != null && SENT_BACK.contains(attribute);
        super.writeUserContent(text == null || isSentBack ? text : EscapedText.of(text));
    }
}
