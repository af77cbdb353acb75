package dev.operatorkit.simulator.signing;

import dev.operatorkit.signing.Diagnosis;
import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.simulator.operator.SecretOption;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs {@code simulator explain}: verifies a signature and names the likely mistake. */
@Command(
        name = "explain",
        description = "Verifies a signature. Names the likely mistake and exits with 1 if it is invalid.")
public final class ExplainCommand implements Callable<Integer> {
    @Spec
    CommandSpec command;

    @Mixin
    SecretOption secret = new SecretOption();

    @Mixin
    RequestOptions request = new RequestOptions();

    @Option(names = "--timestamp", required = true, paramLabel = "MS", description = "The value of X-Svc-Timestamp.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String timestamp;

    @Option(names = "--signature", required = true, paramLabel = "HEX", description = "The value of X-Svc-Signature.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String signature;

    @Option(names = "--method", paramLabel = "METHOD", description = "The method. Default: POST with a body, else GET.")
    @Nullable
    String method;

    @Override
    public Integer call() {
        var keys = secret.keys();
        var clock = Clock.systemUTC();
        var received = request.received(method, timestamp, signature);
        var diagnosis = Diagnosis.of(keys, clock, received);
        var out = command.commandLine().getOut();
        out.println(diagnosis.hypothesis() + ": " + diagnosis.finding());
        out.println("string to sign: " + diagnosis.signedString());
        return new Verifier(keys, clock).verify(received) instanceof Accepted ? 0 : 1;
    }
}
