package dev.operatorkit.simulator.documentation;

import java.util.Locale;
import java.util.Set;

/**
 * Reads the tags of a page one after the other and each character once, as a browser does: an attribute whose quote is never closed
 * takes the rest of the page, and comments have no tags. The content of a script, and of other elements that hold only text, is part
 * of its start tag.
 */
final class TagReader {
    private static final Set<String> TEXT_ONLY =
            Set.of("iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp");

    private final String html;
    private int start;
    private int end;
    private boolean isStart;
    private String name = "";
    private String attributes = "";

    TagReader(String html) {
        this.html = html;
    }

    /** Moves to the next tag or comment, if there is one. */
    boolean next() {
        start = html.indexOf('<', end);
        while (start >= 0 && !isMarkup(start + 1)) {
            start = html.indexOf('<', start + 1);
        }
        if (start < 0) {
            return false;
        }
        isStart = isLetter(start + 1);
        name = "";
        attributes = "";
        if (isStart || (html.charAt(start + 1) == '/' && isLetter(start + 2))) {
            readTag(isStart ? start + 1 : start + 2);
        } else if (html.startsWith("<!--", start)) {
            end = endOfComment(start + 4);
        } else {
            end = after(">", start);
        }
        return true;
    }

    /** Moves the end behind the element that starts with this tag. */
    void skipElement() {
        var element = name;
        var from = start;
        var depth = 1;
        while (depth > 0 && next()) {
            if (name.equals(element)) {
                depth += opensContent() ? 1 : isStart ? 0 : -1;
            }
        }
        start = from;
        end = depth > 0 ? html.length() : end;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    boolean isStart() {
        return isStart;
    }

    /** Tells whether the element has a content that is not part of this tag. */
    boolean opensContent() {
        return isStart && !TEXT_ONLY.contains(name) && !attributes.endsWith("/");
    }

    /** Returns the element's name in small letters, or an empty text for a comment. */
    String name() {
        return name;
    }

    /** Returns what stands between the name and the tag's end. */
    String attributes() {
        return attributes;
    }

    private void readTag(int from) {
        var at = from;
        while (at < html.length() && !isSpace(at) && html.charAt(at) != '/' && html.charAt(at) != '>') {
            at++;
        }
        name = html.substring(from, at).toLowerCase(Locale.ROOT);
        end = endOfAttributes(at);
        attributes = html.substring(at, html.charAt(end - 1) == '>' ? Math.max(at, end - 1) : end);
        if (isStart && TEXT_ONLY.contains(name)) {
            end = endOfText(end);
        }
    }

    /** Quotes count only where a value begins, and the first letter of a name may be any, even an equals sign. */
    private int endOfAttributes(int from) {
        var at = from;
        while (at < html.length() && html.charAt(at) != '>') {
            if (isSpace(at) || html.charAt(at) == '/') {
                at++;
                continue;
            }
            at++;
            while (at < html.length() && !isSpace(at) && "/>=".indexOf(html.charAt(at)) < 0) {
                at++;
            }
            var afterName = skipSpaces(at);
            at = html.startsWith("=", afterName) ? endOfValue(skipSpaces(afterName + 1)) : afterName;
        }
        return Math.min(at + 1, html.length());
    }

    private int endOfValue(int from) {
        if (html.startsWith("\"", from) || html.startsWith("'", from)) {
            return after(html.substring(from, from + 1), from + 1);
        }
        var at = from;
        while (at < html.length() && !isSpace(at) && html.charAt(at) != '>') {
            at++;
        }
        return at;
    }

    private int endOfComment(int from) {
        if (html.startsWith(">", from) || html.startsWith("->", from)) {
            return after(">", from);
        }
        for (var at = html.indexOf("--", from); at >= 0; at = html.indexOf("--", at + 1)) {
            if (html.startsWith(">", at + 2) || html.startsWith("!>", at + 2)) {
                return after(">", at + 2);
            }
        }
        return html.length();
    }

    /** Returns the end of the end tag. In a comment of a script, another script may begin and end. */
    private int endOfText(int from) {
        var inComment = false;
        var inInner = false;
        for (var at = from; at < html.length(); at++) {
            if (isTag("</", at) && !inInner) {
                return endOfAttributes(at + 2 + name.length());
            }
            if (name.equals("script")) {
                var beginsComment = html.startsWith("<!--", at);
                inComment = beginsComment || (inComment && !html.startsWith("-->", at));
                inInner = inComment && (inInner ? !isTag("</", at) : isTag("<", at));
                // The dashes that begin a comment may end it.
                at += beginsComment ? 1 : 0;
            }
        }
        return html.length();
    }

    private boolean isTag(String opening, int at) {
        var after = at + opening.length() + name.length();
        return html.startsWith(opening, at)
                && html.regionMatches(true, at + opening.length(), name, 0, name.length())
                && after < html.length()
                && (isSpace(after) || "/>".indexOf(html.charAt(after)) >= 0);
    }

    private int skipSpaces(int from) {
        var at = from;
        while (at < html.length() && isSpace(at)) {
            at++;
        }
        return at;
    }

    private int after(String text, int from) {
        var at = html.indexOf(text, from);
        return at < 0 ? html.length() : at + text.length();
    }

    private boolean isMarkup(int at) {
        return isLetter(at) || (at < html.length() && "!?/".indexOf(html.charAt(at)) >= 0);
    }

    private boolean isLetter(int at) {
        if (at >= html.length()) {
            return false;
        }
        var c = html.charAt(at);
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private boolean isSpace(int at) {
        return " \t\n\f\r".indexOf(html.charAt(at)) >= 0;
    }
}
