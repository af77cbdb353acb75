package dev.operatorkit.simulator.documentation;

import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.simulator.documentation.DocumentationPage.Passage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the sections that match a query: rare words count more than frequent ones, and short passages more than long ones. */
public final class Search {
    /** Holds the number of hits that a search returns at most. */
    public static final int MOST_HITS = 20;

    private static final int LONGEST_QUERY = 200;
    private static final int LONGEST_EXCERPT = 240;
    /** Lists words that are not marked, since they stand everywhere and say nothing. */
    private static final Set<String> UNMARKED = Set.of(
            "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "for", "from", "how", "i", "if", "in",
            "is", "it", "my", "no", "not", "of", "on", "only", "or", "that", "the", "this", "to", "what", "when", "why",
            "with");

    private static final double HEADING = 0.9;
    private static final double TITLE = 0.4;
    /** Holds the share of a score that falls as a passage gets longer. */
    private static final double LENGTH = 0.3;

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+(?:-[\\p{L}\\p{N}]+)*+");

    private final List<Indexed> passages = new ArrayList<>();
    private final Map<String, Integer> frequencies = new HashMap<>();
    /** Holds the first text below each heading, by address, which says more than the heading once more. */
    private final Map<String, String> beginnings = new HashMap<>();

    private final double averageLength;

    /**
     * Holds a section that matches.
     *
     * @param address the address of the page with the anchor of the section
     * @param title the heading of the page
     * @param heading the heading of the section, or the id of a rule or decision with its topic
     * @param excerpt the passage that matches best, or the sentence of the rule or decision; empty for a heading without a text
     */
    public record Hit(String address, String title, String heading, List<Part> excerpt) {
        /** Copies the list. */
        public Hit {
            excerpt = List.copyOf(excerpt);
        }
    }

    /**
     * Holds a piece of an excerpt.
     *
     * @param isMatch true for a word that was searched for
     */
    public record Part(String text, boolean isMatch) {}

    private record Indexed(
            DocumentationPage page, Passage passage, Set<String> text, Set<String> heading, Set<String> title) {
        boolean isHeading() {
            return passage.text().equals(passage.heading());
        }

        String address() {
            return page.address() + (passage.anchor().isEmpty() ? "" : "#" + passage.anchor());
        }
    }

    private record Scored(Indexed passage, double score) {}

    Search(Collection<DocumentationPage> pages) {
        for (var page : pages) {
            var title = words(page.title());
            for (var passage : page.passages()) {
                var indexed = new Indexed(page, passage, words(passage.text()), words(passage.heading()), title);
                passages.add(indexed);
                if (!indexed.isHeading()) {
                    beginnings.putIfAbsent(indexed.address(), passage.shown());
                }
                indexed.text().forEach(word -> frequencies.merge(word, 1, Integer::sum));
            }
        }
        averageLength = passages.stream()
                .mapToInt(passage -> passage.text().size())
                .average()
                .orElse(1);
    }

    List<Hit> find(String query) {
        var wanted = words(query.substring(0, Math.min(query.length(), LONGEST_QUERY)));
        if (wanted.isEmpty()) {
            return List.of();
        }
        var best = new LinkedHashMap<String, Indexed>();
        passages.stream()
                .map(passage -> new Scored(passage, score(passage, wanted)))
                .filter(each -> each.score() > 0)
                .sorted(Comparator.comparingDouble(each -> -each.score()))
                .forEach(each -> best.putIfAbsent(each.passage().address(), each.passage()));
        return best.values().stream()
                .limit(MOST_HITS)
                .map(found -> hit(found, wanted))
                .toList();
    }

    /** Returns a hit; the row of a rule or decision says which one it is, and only its sentence. */
    private Hit hit(Indexed found, Set<String> wanted) {
        var passage = found.passage();
        var id = passage.anchor();
        var sentence = Rules.textOf(id);
        if (sentence.isEmpty()) {
            var text = found.isHeading() ? beginnings.getOrDefault(found.address(), "") : passage.shown();
            return hit(found, passage.heading(), text, wanted);
        }
        var point = Rules.openPointOf(id);
        var heading = id + ": " + (point.isEmpty() ? topic(id, passage.heading()) : point);
        return hit(found, heading, sentence, wanted);
    }

    private static Hit hit(Indexed found, String heading, String text, Set<String> wanted) {
        return new Hit(found.address(), found.page().title(), heading, parts(excerpt(text), wanted));
    }

    /** Returns the heading above a rule without the prefix of its id, which the heading repeats. */
    private static String topic(String id, String heading) {
        var prefix = id.substring(0, id.indexOf('-')) + ": ";
        return heading.startsWith(prefix) ? heading.substring(prefix.length()) : heading;
    }

    /** Divides a text at the words that were searched for. */
    private static List<Part> parts(String text, Set<String> wanted) {
        var parts = new ArrayList<Part>();
        var at = 0;
        var word = WORD.matcher(text);
        while (word.find()) {
            if (!UNMARKED.contains(word.group().toLowerCase(Locale.ROOT))
                    && !Collections.disjoint(words(word.group()), wanted)) {
                parts.add(new Part(text.substring(at, word.start()), false));
                parts.add(new Part(word.group(), true));
                at = word.end();
            }
        }
        parts.add(new Part(text.substring(at), false));
        return parts;
    }

    private double score(Indexed in, Set<String> wanted) {
        var matches = 0.0;
        var found = 0;
        for (var word : wanted) {
            var share = share(in, word);
            matches += share * weight(word);
            found += share > 0 ? 1 : 0;
        }
        // A passage with all of the words is worth more than one that repeats the rarest.
        return matches
                * found
                / wanted.size()
                / (1 - LENGTH + LENGTH * in.text().size() / averageLength);
    }

    private static double share(Indexed in, String word) {
        return in.text().contains(word)
                ? 1
                : in.heading().contains(word) ? HEADING : in.title().contains(word) ? TITLE : 0;
    }

    /** Returns the weight of a word, which falls with the number of passages that contain it. */
    private double weight(String word) {
        return Math.log(1.0 + passages.size() / (1.0 + frequencies.getOrDefault(word, 0)));
    }

    private static String excerpt(String text) {
        var line = text.replaceAll("\\s+", " ");
        if (line.length() <= LONGEST_EXCERPT) {
            return line;
        }
        // Ends between two words, unless the first one fills the excerpt.
        var end = line.lastIndexOf(' ', LONGEST_EXCERPT);
        return line.substring(0, end > 0 ? end : LONGEST_EXCERPT) + " …";
    }

    /** Returns the words of a text in lower case without a plural s; one with hyphens also as its parts, and without them. */
    private static Set<String> words(String text) {
        var words = new HashSet<String>();
        WORD.matcher(text.toLowerCase(Locale.ROOT))
                .results()
                .map(found -> found.group())
                .forEach(word -> {
                    words.add(singular(word.replace("-", "")));
                    words.addAll(List.of(word.split("-", -1)).stream()
                            .map(Search::singular)
                            .collect(Collectors.toSet()));
                });
        return words;
    }

    private static String singular(String word) {
        return word.length() > 3 && word.endsWith("s") && !word.endsWith("ss")
                ? word.substring(0, word.length() - 1)
                : word;
    }
}
