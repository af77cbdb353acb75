package dev.operatorkit.simulator.console;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the callbacks that the wallet had to reject with 401 and did: those whose signature was not valid (SIG-13), or whose timestamp
 * was more than five minutes off (SIG-10). Their {@link dev.operatorkit.simulator.transcript.ExchangeVerdict} is that of an error
 * response, so pages mark them.
 */
final class ExpectedRejections {
    private static final int UNAUTHORIZED = 401;
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final Operators operators;

    ExpectedRejections(Operators operators) {
        this.operators = operators;
    }

    /** Returns the numbers of those among these exchanges. */
    Set<Long> among(List<Entry> entries) {
        return entries.stream()
                .filter(entry -> entry.direction() == Direction.TO_WALLET && entry.status() == UNAUTHORIZED)
                .filter(entry -> operators
                        .find(entry.operator())
                        .map(Operator::keys)
                        .filter(keys -> !isValid(entry, keys))
                        .isPresent())
                .map(Entry::id)
                .collect(Collectors.toSet());
    }

    private static boolean isValid(Entry entry, SecretKeys keys) {
        var sent = RawMessage.of(entry.request());
        var timestamp = sent.header(RawMessage.TIMESTAMP);
        return timestamp != null
                && timestamp.matches("[0-9]{1,15}")
                && Math.abs(entry.wallAt().toEpochMilli() - Long.parseLong(timestamp)) <= TOLERANCE.toMillis()
                && new Signer(keys).sign(sent.path(), timestamp, sent.data()).equals(sent.header(RawMessage.SIGNATURE));
    }
}
