package dev.operatorkit.simulator.signing;

import dev.operatorkit.signing.Diagnosis;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.simulator.operator.SecretOption;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code simulator explain}: says whether a signature is right and, when it is not, which mistake made it. */
@Command(
        name = "explain",
        description = "Says whether a signature is right, and names the likely mistake if not (then it exits with 1).")
public final class ExplainCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Mixin
    SecretOption secret = new SecretOption();

    @Mixin
    RequestOptions request = new RequestOptions();

    @Option(names = "--timestamp", required = true, paramLabel = "MS", description = "What X-Svc-Timestamp said.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String timestamp;

    @Option(names = "--signature", required = true, paramLabel = "HEX", description = "What X-Svc-Signature said.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String signature;

    @Option(names = "--method", paramLabel = "METHOD", description = "Default: POST with a body, else GET.")
    @Nullable
    String method;

    @Override
    public Integer call() {
        var keys = secret.keys();
        var clock = Clock.systemUTC();
        var received = received();
        var diagnosis = Diagnosis.of(keys, clock, received);
        var out = command.commandLine().getOut();
        out.println(diagnosis.hypothesis() + ": " + diagnosis.finding());
        out.println("to be signed: " + diagnosis.signedString());
        return new Verifier(keys, clock).verify(received) instanceof Accepted ? 0 : 1;
    }

    private ReceivedRequest received() {
        var body = request.body();
        var verb = method != null ? method : body.length > 0 ? "POST" : "GET";
        return new ReceivedRequest(
                verb, request.path, request.data.query, List.of(timestamp), List.of(signature), body);
    }
}
