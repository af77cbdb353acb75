package dev.operatorkit.conformance.cases;

import java.math.BigInteger;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Names a way in which two ids can be different and yet look alike to a database, a collation or a parser.
 *
 * @param id the name in ids of cases
 * @param sentence completes "ids that differ only in …"
 * @param one makes the first id from a unique one
 * @param two makes the second id from the same unique one
 */
record IdShape(String id, String sentence, UnaryOperator<String> one, UnaryOperator<String> two) {
    static final List<IdShape> ALL = List.of(
            shape("in-case", "upper and lower case", id -> "abc" + id.substring(3), id -> "ABC" + id.substring(3)),
            letter("in-the-last-letter", "their last character", 35),
            letter("in-the-first-letter", "their first character", 0),
            letter("in-the-25th-letter", "their 25th character", 24),
            letter("in-the-34th-letter", "their 34th character", 33),
            letter("in-the-40th-letter", "their 40th character", 39),
            letter("in-the-70th-letter", "their 70th character", 69),
            letter("in-the-130th-letter", "their 130th character", 129),
            letter("in-the-200th-letter", "their 200th character", 199),
            letter("in-the-255th-letter", "their 255th character", 254),
            shape("in-a-space", "a space at the end", id -> id, id -> id + " "),
            shape("in-a-leading-space", "a space at the beginning", id -> id, id -> " " + id),
            shape("in-two-spaces", "the number of spaces in the middle", id -> "a " + id, id -> "a  " + id),
            shape("in-hyphens", "their hyphens", id -> id, id -> id.replace("-", "")),
            shape("in-punctuation", "a punctuation mark", id -> "a." + id, id -> "a:" + id),
            shape("in-leading-zeros", "leading zeros, of digits", IdShape::digits, id -> "0" + digits(id)),
            shape("in-zeros-before-a-number", "zeros before a short number", IdShape::number, id -> "00" + number(id)),
            shape("beyond-double-precision", "the last of many digits", id -> digits(id) + "1", id -> digits(id) + "2"),
            shape("in-unicode-form", "their Unicode form", id -> "\u00e9" + id, id -> "e\u0301" + id),
            shape("in-compatible-letters", "a ligature and its letters", id -> "\ufb01" + id, id -> "fi" + id),
            shape("in-accents", "an accent", id -> "e" + id, id -> "\u00e9" + id),
            shape("in-other-scripts", "a letter beyond Latin", id -> "\u6771" + id, id -> "\u4eac" + id),
            shape("in-emoji", "an emoji", id -> "\ud83c\udfb2" + id, id -> "\ud83c\udfb0" + id),
            shape(
                    "in-far-bytes",
                    "the last of 200 letters of two bytes",
                    id -> id + "\u00e9".repeat(164) + "q",
                    id -> id + "\u00e9".repeat(164) + "w"),
            shape(
                    "in-quotes",
                    "quotes, backslashes and SQL",
                    id -> "'\"\\;--" + id.substring(6),
                    id -> "'\"\\\\;-" + id.substring(6)),
            shape("in-a-backslash", "a backslash", id -> "a\\b" + id, id -> "ab" + id),
            shape("in-a-percent-escape", "a percent escape", id -> "%41" + id, id -> "A" + id));

    /** Names shapes that fewer wallets confuse; each is tried with debits only, since every kind of movement has one kind of id. */
    static final List<IdShape> RARE = List.of(
            shape("in-a-sharp-s", "a sharp s and s", id -> "s" + id, id -> "\u00df" + id),
            shape("in-a-sharp-s-and-two", "a sharp s and ss", id -> "ss" + id, id -> "\u00df" + id),
            shape("in-a-dotless-i", "a dotless i", id -> "i" + id, id -> "\u0131" + id),
            shape("in-a-final-sigma", "a final sigma", id -> "\u03c3" + id, id -> "\u03c2" + id),
            shape("in-an-invisible-character", "an invisible character", id -> "a" + id, id -> "a\u200d" + id),
            shape("in-a-soft-hyphen", "a soft hyphen", id -> "a" + id, id -> "a\u00ad" + id),
            shape("in-an-html-escape", "an HTML escape", id -> "a&" + id, id -> "a&amp;" + id),
            shape("in-a-tag", "an HTML tag", id -> id, id -> "<b>" + id),
            shape("in-a-comment", "what looks like a comment", id -> id, id -> "/*1*/" + id),
            shape("in-braces", "braces around them", id -> id, id -> "{" + id + "}"),
            shape("in-a-wildcard-for-one", "an SQL wildcard for one character", id -> "axb" + id, id -> "a_b" + id),
            shape("in-a-wildcard-for-many", "an SQL wildcard for any text", id -> "axxb" + id, id -> "a%b" + id),
            shape("in-a-32-bit-hash", "letters with the same 32-bit hash", id -> "Aa" + id, id -> "BB" + id),
            shape("in-an-exponent", "the exponent of a number", id -> number(id) + "0", id -> number(id) + "e1"),
            shape("in-a-decimal-point", "a decimal point and zero", id -> number(id), id -> number(id) + ".0"));

    private static IdShape shape(String id, String sentence, UnaryOperator<String> one, UnaryOperator<String> two) {
        return new IdShape(id, sentence, one, two);
    }

    private static IdShape letter(String id, String sentence, int index) {
        return shape(id, sentence, unique -> at(unique, index, 'q'), unique -> at(unique, index, 'w'));
    }

    /** Returns an id of digits only, as unique as the id it is made from. */
    private static String digits(String id) {
        return new BigInteger(id.replace("-", ""), 16).toString();
    }

    /** Returns a number of at most 15 digits. */
    private static String number(String id) {
        return Long.toString(Long.parseLong(id.substring(id.length() - 12), 16));
    }

    /** Returns an id of at least {@code index + 1} characters with this letter there. */
    private static String at(String id, int index, char letter) {
        var text = index < id.length() ? id : id.repeat(index / id.length() + 1).substring(0, index + 1);
        return text.substring(0, index) + letter + text.substring(index + 1);
    }
}
