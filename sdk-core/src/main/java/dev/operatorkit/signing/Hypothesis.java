package dev.operatorkit.signing;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Represents one known mistake.
 *
 * @param name the stable name, for filters and links
 * @param trial computes what the mistake would have signed; returns one sentence that says what happened and what to do if it was signed
 */
record Hypothesis(String name, Function<Evidence, Optional<String>> trial) {
    Hypothesis(String name, String advice, Predicate<Evidence> trial) {
        this(name, evidence -> Optional.of(advice).filter(text -> trial.test(evidence)));
    }

    /** Creates a hypothesis that another path was signed. */
    static Hypothesis path(String name, String advice, Function<Evidence, Stream<String>> paths) {
        return text(
                name,
                advice,
                e -> paths.apply(e)
                        .filter(path -> !path.equals(e.path))
                        .map(path -> Evidence.message(path, e.timestamp, e.data)));
    }

    /** Creates a hypothesis that another timestamp was signed. */
    static Hypothesis timestamp(String name, String advice, Function<Evidence, Stream<String>> timestamps) {
        return text(name, advice, e -> timestamps.apply(e).map(time -> Evidence.message(e.path, time, e.data)));
    }

    /** Creates a hypothesis that other data than the received query was signed. */
    static Hypothesis query(String name, String advice, Function<String, Stream<String>> queries) {
        return text(
                name,
                advice,
                e -> e.query == null || e.hasBody()
                        ? Stream.empty()
                        : queries.apply(e.query)
                                .filter(query -> !query.equals(e.query))
                                .map(query -> Evidence.message(e.path, e.timestamp, Evidence.bytes(query))));
    }

    /** Creates a hypothesis that other data than the received body was signed. */
    static Hypothesis body(String name, String advice, Function<Evidence, Stream<byte[]>> bodies) {
        return text(
                name,
                advice,
                e -> !e.hasBody()
                        ? Stream.empty()
                        : bodies.apply(e)
                                .filter(body -> !Arrays.equals(body, e.body))
                                .map(body -> Evidence.message(e.path, e.timestamp, body)));
    }

    /** Creates a hypothesis that an entirely different string was signed. */
    static Hypothesis text(String name, String advice, Function<Evidence, Stream<byte[]>> messages) {
        return new Hypothesis(
                name,
                advice,
                e -> messages.apply(e)
                        .takeWhile(message -> e.limitToBudget(message.length) > 0)
                        .anyMatch(e::isSigned));
    }

    /** Creates a hypothesis that the expected string was signed with something other than the secret's bytes. */
    static Hypothesis key(String name, String advice, Function<byte[], Stream<byte[]>> keys) {
        return new Hypothesis(
                name,
                advice,
                e -> e.keys()
                        .anyMatch(key -> keys.apply(key)
                                .filter(used -> !Arrays.equals(used, key))
                                .anyMatch(used -> e.isHmac(Hmac.ALGORITHM, used, e.expectedMessage()))));
    }

    /** Creates a hypothesis that the expected string was signed with another algorithm. */
    static Hypothesis algorithm(String name, String advice, String... algorithms) {
        return new Hypothesis(name, advice, e -> Stream.of(algorithms).anyMatch(e::isSignedBy));
    }

    /** Creates a hypothesis that the expected signature was written in another form. */
    static Hypothesis form(String name, String advice, Evidence.SignatureForm form) {
        return new Hypothesis(name, advice, e -> e.isForm(form));
    }
}
