package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.report.BundleCheck;
import dev.operatorkit.conformance.report.SigningKeys;
import dev.operatorkit.conformance.report.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Verifies a bundle: {@code simulator conformance verify}. */
@Command(
        name = "verify",
        description =
                "Verifies a bundle.zip: its hashes, its signature, that its results agree with its exchanges, and that"
                        + " its reports are those that follow from them.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:nothing was changed",
            "1:something was changed, or another version of the suite made the bundle",
            "2:wrong usage, or the file cannot be read"
        })
final class VerifyCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Parameters(index = "0", paramLabel = "BUNDLE", description = "The bundle.zip of a run.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    Path bundle;

    @Option(
            names = "--public-key",
            paramLabel = "FILE",
            description = "The tester's Ed25519 public key (PEM). The bundle must then be signed with the private one.")
    @Nullable
    Path publicKey;

    @Override
    public Integer call() {
        try {
            var check = BundleCheck.of(bundle, publicKey == null ? null : SigningKeys.publicKey(publicKey));
            var out = command.commandLine().getOut();
            check.facts()
                    .forEach((name, value) -> out.println(String.format("%-12s %s", name, VisibleText.line(value))));
            if (!check.fingerprint().isEmpty()) {
                out.println(String.format("%-12s %s", "fingerprint", check.fingerprint()));
            }
            check.problems().forEach(problem -> out.println("CHANGED  " + VisibleText.line(problem)));
            if (!check.otherSuite().isEmpty()) {
                out.println("NOT VERIFIED  " + VisibleText.line(check.otherSuite()));
            }
            out.println(conclusion(check));
            out.flush();
            return check.isVerified() ? 0 : 1;
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "The bundle cannot be verified: " + e.getMessage(), e);
        }
    }

    private String conclusion(BundleCheck check) {
        if (!check.isVerified()) {
            return check.problems().isEmpty()
                    ? "Its reports could not be made again, so nothing is known about them."
                    : "Do not trust this bundle.";
        }
        return publicKey == null
                ? "Nothing in it contradicts itself. Only a signature, checked with --public-key, proves who wrote it."
                : "Nothing was changed since the owner of the key signed it.";
    }
}
