package dev.operatorkit.conformance.suite;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Records what a wallet does where the specification is open, and whether that is what the decision recommends.
 *
 * @param decision the decision that settles the point for this project ({@code D-…}), or a rule that leaves room
 * @param seen the behaviour of the wallet
 * @param recommended the behaviour that the decision recommends
 * @param agreement whether the wallet does so
 */
public record Observation(String decision, String seen, String recommended, Agreement agreement) {
    /** Matches the first letter of a sentence, and not of a method, a header or a type in capitals. */
    private static final Pattern FIRST_LETTER = Pattern.compile("^[A-Z](?=[a-z]* )");

    /** Compares what a wallet does with what a decision recommends. No value counts against the wallet. */
    public enum Agreement {
        /** The wallet does what the decision recommends. */
        AS_RECOMMENDED("as recommended", "the wallet does what the decision recommends"),
        /** The wallet does something else. */
        DIFFERS(
                "differs from the recommendation",
                "the wallet does something else; the specification allows it, but check that it is intended"),
        /** A run cannot show what the wallet does. */
        UNPROVEN("not shown", "this run cannot show what the wallet does; check it in another way");

        private final String title;
        private final String meaning;

        Agreement(String title, String meaning) {
            this.title = title;
            this.meaning = meaning;
        }

        /** Returns the name as people write it. */
        public String title() {
            return title;
        }

        /** Returns the sentence of the legend. */
        public String meaning() {
            return meaning;
        }
    }

    /** Returns a title as the subject of a line: without its end, which says what a right wallet does and not what this one did. */
    public static String subject(String title) {
        return FIRST_LETTER
                .matcher(title.replaceFirst("(,? is refused| moves no money| finds nothing|: the behaviour of).*", ""))
                .replaceFirst(first -> first.group().toLowerCase(Locale.ROOT));
    }

    /** Records a behaviour. */
    public static Observation of(String decision, String seen, String recommended, boolean agrees) {
        return new Observation(decision, seen, recommended, agrees ? Agreement.AS_RECOMMENDED : Agreement.DIFFERS);
    }

    /** Returns true when the wallet does something other than what the decision recommends. */
    public boolean differs() {
        return agreement == Agreement.DIFFERS;
    }

    /** Describes it on one line, with the recommendation where the wallet differs from it. */
    public String describe() {
        return decision + ": " + seen + (differs() ? " (differs from the recommendation: " + recommended + ")" : "");
    }

    /** Records that this run cannot show what the wallet does. */
    public static Observation unproven(String decision, String seen, String recommended) {
        return new Observation(decision, seen, recommended, Agreement.UNPROVEN);
    }
}
