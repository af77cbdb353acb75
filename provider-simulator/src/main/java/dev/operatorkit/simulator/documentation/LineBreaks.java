package dev.operatorkit.simulator.documentation;

import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides where the lines of a page may end: not within an amount and its currency, a duration and its unit, an option of a command,
 * the name of a header or a variable of a path, but after each slash of a path, each part of a query and each underscore of a long
 * name. Marks the thousands of an amount, which a style sets apart as the back office of the wallet does. The text itself stays the
 * same, so that a copied amount is found by a search.
 */
public final class LineBreaks {
    private static final String START = "<span class=\"whole\">";
    private static final String END = "</span>";
    private static final int SLASHES = 2;
    private static final int UNDERSCORES = 3;
    /** Limits the characters of an amount in which no line ends: a longer one would be wider than a narrow screen. */
    private static final int LONGEST_WHOLE = 32;

    private static final Set<String> LITERAL = Set.of("head", "option", "select", "svg", "template");
    private static final Pattern MESSAGE = Pattern.compile(" class=\"(?:wire|signed)[ \"]");

    private static final Pattern AMOUNT =
            Pattern.compile("(?<![\\w.,/:-])[−+]?\\d[\\d,]*(?:\\.\\d+)? (?:[A-Z][A-Z0-9]{2,9}|ms|s|min|h)(?![\\w-])");
    /** Matches three digits of a whole number of more than three, from the right. */
    private static final Pattern THOUSAND =
            Pattern.compile("(?<=\\d)(?<![.,]\\d{0,19})\\d{3}(?=(?:\\d{3})*+(?![\\d,]))");

    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[A-Za-z][\\w-]*+");
    private static final Pattern VARIABLE = Pattern.compile("\\{\\w+}");
    private static final Pattern HEADER = Pattern.compile("(?<![\\w-])(?:[A-Z][a-z]*|WWW)(?:-[A-Z][a-z]+)++(?![\\w-])");
    private static final Pattern PART_OF_QUERY = Pattern.compile("&amp;(?=\\w+=)");
    private static final Pattern NAME = Pattern.compile("\\w++");
    private static final Pattern PATH = Pattern.compile("[^\\s<>|,]++");
    private static final Pattern UNDERSCORE = Pattern.compile("_(?=[^_])");
    private static final Pattern SLASH = Pattern.compile("(?<=[\\w}])/(?=[\\w{])");

    private LineBreaks() {}

    /** Returns the page with the marks. What was on the wire, and what a form holds, has none. */
    public static String apply(String html) {
        var out = new StringBuilder(html.length() + html.length() / 8);
        var tag = new TagReader(html);
        var at = 0;
        var inCode = false;
        var inBlock = false;
        while (tag.next()) {
            out.append(text(html.substring(at, tag.start()), inCode, inBlock));
            inCode = tag.name().equals("code") ? tag.isStart() : inCode;
            inBlock = tag.name().equals("pre") ? tag.isStart() : inBlock;
            if (isLiteral(tag)) {
                tag.skipElement();
                inBlock = false;
            }
            out.append(html, tag.start(), tag.end());
            at = tag.end();
        }
        return out.append(text(html.substring(at), inCode, inBlock)).toString();
    }

    private static boolean isLiteral(TagReader tag) {
        return tag.opensContent()
                && (LITERAL.contains(tag.name())
                        || MESSAGE.matcher(tag.attributes()).find());
    }

    private static String text(String text, boolean isCode, boolean isBlock) {
        if (text.isBlank()) {
            return text;
        }
        if (isBlock) {
            return whole(HEADER, whole(OPTION, text));
        }
        var paths = isCode
                ? PART_OF_QUERY
                        .matcher(PATH.matcher(text).replaceAll(path -> breakable(path, '/', SLASHES, SLASH)))
                        .replaceAll("$0<wbr>")
                : text;
        var marked = NAME.matcher(whole(HEADER, whole(VARIABLE, whole(OPTION, amounts(paths)))))
                .replaceAll(name -> breakable(name, '_', UNDERSCORES, UNDERSCORE));
        // One element, since each child of a cell is an item of its own on a narrow screen.
        return marked.equals(text) || marked.equals(START + text + END) ? marked : "<span>" + marked + END;
    }

    private static String amounts(String text) {
        return AMOUNT.matcher(text)
                .replaceAll(amount -> amount.group().length() > LONGEST_WHOLE
                        ? Matcher.quoteReplacement(amount.group())
                        : START
                                + THOUSAND.matcher(amount.group()).replaceAll("<span class=\"thousand\">$0" + END)
                                + END);
    }

    private static String whole(Pattern what, String text) {
        return what.matcher(text).replaceAll(START + "$0" + END);
    }

    /** Lets a line end after each separator, if there are so many of them. */
    private static String breakable(MatchResult found, char separator, int least, Pattern at) {
        var text = found.group();
        return Matcher.quoteReplacement(
                text.chars().filter(c -> c == separator).count() < least
                        ? text
                        : at.matcher(text).replaceAll(separator + "<wbr>"));
    }
}
