package dev.operatorkit.reference.backoffice;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Shows a text whose times, amounts, ids and names with hyphens stay on one line wherever the line has room for them. */
public final class UnbrokenText {
    private static final Pattern WORD = Pattern.compile("\\S+|\\s+");
    private static final Pattern ENDS_WITH_DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}\\z");
    private static final Pattern STARTS_WITH_TIME = Pattern.compile("\\d{2}:\\d{2}:\\d{2}");

    /** Finds a currency or {@code UTC}. */
    private static final Pattern STARTS_WITH_CODE = Pattern.compile("[A-Z]{3,10}(?!\\w)");

    private UnbrokenText() {}

    /** Holds a part of a text, and whether a line should not break in it. */
    record Part(String text, boolean unbroken) {}

    /** Returns the text as HTML. */
    public static Content of(String text) {
        var parts = parts(text);
        return output -> {
            for (var part : parts) {
                output.writeContent(part.unbroken() ? "<span class=\"unbroken\">" : "");
                output.writeUserContent(part.text());
                output.writeContent(part.unbroken() ? "</span>" : "");
            }
        };
    }

    static List<Part> parts(String text) {
        var words = WORD.matcher(text).results().map(MatchResult::group).toList();
        var parts = new ArrayList<Part>();
        for (var i = 0; i < words.size(); i++) {
            var value = words.get(i);
            var first = i;
            while (i + 2 < words.size() && words.get(i + 1).equals(" ") && belongTogether(value, words.get(i + 2))) {
                value += " " + words.get(i + 2);
                i += 2;
            }
            parts.add(new Part(value, i > first || value.indexOf('-') >= 0 || value.indexOf('/') >= 0));
        }
        return parts;
    }

    /** Returns true for a date and its time, and for a time or an amount and what it is in. */
    private static boolean belongTogether(String left, String right) {
        return (ENDS_WITH_DATE.matcher(left).find()
                        && STARTS_WITH_TIME.matcher(right).lookingAt())
                || (Character.isDigit(left.charAt(left.length() - 1))
                        && STARTS_WITH_CODE.matcher(right).lookingAt());
    }
}
