package dev.operatorkit.simulator.signing;

import dev.operatorkit.signing.Signer;
import dev.operatorkit.signing.Verification.Reason;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.simulator.operator.SecretOption;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs {@code simulator sign}: prints only the signature of one request on standard output. */
@Command(
        name = "sign",
        description =
                "Prints the signature of one request, and without --timestamp the used timestamp on standard error.")
public final class SignCommand implements Callable<Integer> {
    @Spec
    CommandSpec command;

    @Mixin
    SecretOption secret = new SecretOption();

    @Mixin
    RequestOptions request = new RequestOptions();

    @Option(names = "--timestamp", paramLabel = "MS", description = "The value of X-Svc-Timestamp. Default: now.")
    @Nullable
    String timestamp;

    @Override
    public Integer call() {
        request.requirePath();
        var keys = secret.keys();
        secret.doubts().forEach(doubt -> err().println("Warning: " + doubt));
        var signed = timestamp == null ? Long.toString(Clock.systemUTC().millis()) : timestamp;
        var signature = new Signer(keys).sign(request.path, signed, request.signedData());
        // Tests may need a wrong timestamp, so it is signed all the same. An old one is the usual case: it comes from a
        // log.
        new Verifier(keys, Clock.systemUTC())
                .rejectByHeaders(request.received(null, signed, signature))
                .filter(rejected -> rejected.reason() != Reason.TIMESTAMP_OUT_OF_RANGE)
                .ifPresent(rejected -> err().println("Warning: " + rejected.detail() + ". A receiver answers 401."));
        if (timestamp == null) {
            err().println(Signer.TIMESTAMP_HEADER + ": " + signed);
        }
        command.commandLine().getOut().println(signature);
        return 0;
    }

    private PrintWriter err() {
        return command.commandLine().getErr();
    }
}
