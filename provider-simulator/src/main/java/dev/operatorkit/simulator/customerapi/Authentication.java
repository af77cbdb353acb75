package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.Verification.Rejected;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Authenticates the operator of a call. Any doubt is 401 (SIG-12, NET-1, ERR-1). */
final class Authentication {
    private static final HeaderName OPERATOR = HeaderNames.create("X-Operator");

    private final Operators operators;
    private final Clock systemClock;
    private final Map<String, Verifier> verifiers = new ConcurrentHashMap<>();

    Authentication(Operators operators, Clock systemClock) {
        this.operators = operators;
        this.systemClock = systemClock;
    }

    /** Returns why a call is rejected with any body; empty when the body decides. */
    Optional<ApiException> rejectByHeaders(Call call) {
        try {
            return verifier(findAllowedOperator(call))
                    .rejectByHeaders(received(call))
                    .map(rejected -> unauthorized(rejected.detail()));
        } catch (ApiException e) {
            return Optional.of(e);
        }
    }

    Operator authenticate(Call call) {
        var operator = findAllowedOperator(call);
        if (verifier(operator).verify(received(call)) instanceof Rejected rejected) {
            throw unauthorized(rejected.detail());
        }
        return operator;
    }

    private static ReceivedRequest received(Call call) {
        var target = call.rawQuery() == null ? call.rawPath() : call.rawPath() + "?" + call.rawQuery();
        return ReceivedRequest.of(call.method(), target, name -> call.all(HeaderNames.create(name)), call.body());
    }

    private Operator findAllowedOperator(Call call) {
        var operator = findOperator(call);
        if (!operator.allowlist().allows(call.source())) {
            throw unauthorized("the source " + call.source().getHostAddress() + " is not in the allowlist");
        }
        return operator;
    }

    private Operator findOperator(Call call) {
        var names = call.all(OPERATOR);
        if (names.isEmpty() || names.get(0).isEmpty()) {
            throw unauthorized("X-Operator is missing");
        }
        if (names.size() > 1) {
            throw unauthorized("X-Operator was sent twice");
        }
        return operators
                .find(names.get(0))
                .orElseThrow(() -> unauthorized("X-Operator does not name a known operator"));
    }

    private Verifier verifier(Operator operator) {
        return verifiers.computeIfAbsent(operator.id(), id -> new Verifier(operator.keys(), systemClock));
    }

    private static ApiException unauthorized(String why) {
        return new ApiException(401, why);
    }
}
