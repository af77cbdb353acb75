package dev.operatorkit.malformed;

import dev.operatorkit.malformed.MalformedRequest.End;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Makes requests malformed in one way.
 *
 * @param name a few words
 * @param maker creates a request of this kind
 */
record Rule(String name, Maker maker) {
    private static final int UNAUTHORIZED = 401;

    /** Creates a request. */
    interface Maker {
        MalformedRequest make(String name, Target target, RandomGenerator random);
    }

    /** Changes the message that is written. */
    interface MessageChange {
        void change(Message message, RandomGenerator random);
    }

    /** Changes the parts of a request before they are signed. */
    interface DraftChange {
        Draft change(Draft draft, RandomGenerator random);
    }

    /** Creates a rule for heads that are not HTTP/1.1: the status says so, whoever signed it, and nothing after it is read. */
    static Rule head(String name, Set<Integer> statuses, MessageChange change) {
        return new Rule(name, (rule, target, random) -> {
            var draft = random.nextBoolean() ? target.write(random) : target.read(random);
            var message = sign(target, draft, random, new TreeSet<>());
            change.change(message, random);
            return request(rule, message, statuses, End.CLOSED);
        });
    }

    /** Creates a rule for bodies whose framing is not HTTP/1.1: nothing after them is read. */
    static Rule body(String name, Set<Integer> statuses, MessageChange change) {
        return new Rule(name, (rule, target, random) -> {
            var allowed = new TreeSet<>(statuses);
            var message = sign(target, target.write(random), random, allowed);
            change.change(message, random);
            return request(rule, message, allowed, End.CLOSED);
        });
    }

    /** Creates a rule for a valid request whose signature does not match it. */
    static Rule signature(String name, MessageChange change) {
        return signature(name, Set.of(UNAUTHORIZED), change);
    }

    /** Creates a rule for a request that is refused for its signature headers, or for their form. */
    static Rule signature(String name, Set<Integer> statuses, MessageChange change) {
        return new Rule(name, (rule, target, random) -> {
            var message = Message.signed(target, random.nextBoolean() ? target.write(random) : target.read(random));
            change.change(message, random);
            return request(rule, message, statuses, End.OPEN);
        });
    }

    /** Creates a rule for a valid request that is signed over other parts than are sent. */
    static Rule signedOther(String name, DraftChange signed) {
        return new Rule(name, (rule, target, random) -> {
            var draft = random.nextBoolean() ? target.write(random) : target.read(random);
            var message = Message.signed(target, draft, signed.change(draft, random));
            return request(rule, message, Set.of(UNAUTHORIZED), End.OPEN);
        });
    }

    /** Creates a rule for a valid request with content that is malformed. It is mostly signed, so that the content is read. */
    static Rule content(String name, DraftChange change) {
        return new Rule(name, (rule, target, random) -> {
            var allowed = new TreeSet<>(target.contentStatuses());
            var message = sign(target, change.change(target.write(random), random), random, allowed);
            return request(rule, message, allowed, End.OPEN);
        });
    }

    /** Creates a rule for a valid request to a path, with a query or by a method that no route has. */
    static Rule route(String name, DraftChange change) {
        return new Rule(name, (rule, target, random) -> {
            var allowed = new TreeSet<>(target.routeStatuses());
            var draft = random.nextBoolean() ? target.write(random) : target.read(random);
            var message = sign(target, change.change(draft, random), random, allowed);
            return request(rule, message, allowed, End.OPEN);
        });
    }

    /** Signs three of four requests. The others have a wrong signature or none, which is a reason for 401. */
    static Message sign(Target target, Draft draft, RandomGenerator random, Set<Integer> allowed) {
        if (!target.isSigned()) {
            allowed.addAll(target.routeStatuses());
        }
        var kind = random.nextInt(8);
        if (kind >= 2 || !target.isSigned()) {
            return Message.signed(target, draft);
        }
        allowed.add(UNAUTHORIZED);
        return kind == 0 ? Message.unsigned(target, draft) : Message.signed(target, draft, draft.withPath("/other"));
    }

    static MalformedRequest request(String rule, Message message, Set<Integer> statuses, End end) {
        var isHead = message.draft().method().equals("HEAD");
        return new MalformedRequest(rule, isHead, message.toBytes(), List.of(statuses), end);
    }

    MalformedRequest make(Target target, RandomGenerator random) {
        return maker.make(name, target, random);
    }

    /** Returns one of the values. */
    static String pick(RandomGenerator random, String... values) {
        return values[random.nextInt(values.length)];
    }

    /** Returns a random character of a range, both ends included, except those listed. */
    static char pick(RandomGenerator random, int from, int to, int... except) {
        int character;
        do {
            character = random.nextInt(from, to + 1);
        } while (contains(except, character));
        return (char) character;
    }

    private static boolean contains(int[] values, int value) {
        return Arrays.stream(values).anyMatch(one -> one == value);
    }
}
