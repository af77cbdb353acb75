package dev.operatorkit.simulator.delivery;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.wallet.CallbackReply;
import dev.operatorkit.wire.Limits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers the first result of each of the newest movements, which every replay must get again (IDM-2). Thread-safe. */
final class FirstResults {
    private static final int MAX_REMEMBERED = 10_000;

    private final Map<Movement, Result> results = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Movement, Result> eldest) {
            return size() > MAX_REMEMBERED;
        }
    });

    /** Identifies a movement at a wallet. An operator whose wallet address is changed has another wallet. */
    record Movement(
            String operator,
            @Nullable WalletAddress wallet,
            CallbackKind kind,
            @Nullable String transaction) {}

    private record Result(String operatorTransactionId, Money balance) {}

    /**
     * Remembers the first result of a movement. Adds a violation to the result of a replay if it is another one: another id or
     * balance. Times may differ. Without an earlier result, as after a refusal or a lost response, there is nothing to compare.
     */
    CallbackReply check(Movement movement, CallbackReply reply) {
        if (!(reply instanceof CallbackReply.Done done)
                || movement.transaction == null
                || done.operatorTransactionId().length() > Limits.MAX_ID_LENGTH) {
            return reply;
        }
        var result = new Result(done.operatorTransactionId(), done.balance());
        var first = results.putIfAbsent(movement, result);
        if (first == null || first.equals(result)) {
            return reply;
        }
        var violations = new ArrayList<>(done.violations());
        violations.add(describe(first, result));
        return new CallbackReply.Done(done.operatorTransactionId(), done.balance(), done.updatedAt(), violations);
    }

    private static String describe(Result first, Result replayed) {
        var isOtherId = !first.operatorTransactionId.equals(replayed.operatorTransactionId);
        var isOtherBalance = !first.balance.equals(replayed.balance);
        var differences = new ArrayList<String>();
        if (isOtherId) {
            differences.add("operatorTransactionId '" + replayed.operatorTransactionId + "' instead of '"
                    + first.operatorTransactionId + "'");
        }
        if (isOtherBalance) {
            differences.add("balance " + replayed.balance + " instead of " + first.balance);
        }
        return "a replay must get the first result (IDM-2), but got " + String.join(" and ", differences)
                + (!isOtherId
                        ? ": the wallet returned its current balance, or moved the money twice (IDM-1)"
                        : isOtherBalance
                                ? ": the wallet probably moved the money twice (IDM-1)"
                                : ": the wallet probably applied the transaction twice (IDM-1)");
    }
}
