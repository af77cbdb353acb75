package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.report.BundleCheck;
import dev.operatorkit.conformance.report.SigningKey;
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
                "Verifies a bundle.zip: its attestation is signed, its files have the SHA-256 of the attestation, and"
                        + " none was added or removed.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:nothing was changed",
            "1:something was changed, or the signature is not that of the key",
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
            description =
                    "The tester's Ed25519 public key (PEM), which must have signed the bundle. Without it the key in"
                            + " the bundle is used, which proves that nothing was changed, but not who signed.")
    @Nullable
    Path publicKey;

    @Override
    public Integer call() {
        try {
            var check = BundleCheck.of(bundle, publicKey == null ? null : SigningKey.publicKey(publicKey));
            var out = command.commandLine().getOut();
            check.facts()
                    .forEach((name, value) -> out.println(String.format("%-12s %s", name, VisibleText.line(value))));
            if (!check.keyId().isEmpty()) {
                out.println(String.format("%-12s %s", "key", check.keyId()));
            }
            check.problems().forEach(problem -> out.println("CHANGED  " + VisibleText.line(problem)));
            out.println(conclusion(check));
            out.flush();
            return check.isVerified() ? 0 : 1;
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "The bundle cannot be verified: " + e.getMessage(), e);
        }
    }

    private String conclusion(BundleCheck check) {
        if (!check.isVerified()) {
            return "Do not trust this bundle.";
        }
        return publicKey == null
                ? "Nothing was changed since the key above signed it. The key was not pinned: it comes with the"
                        + " bundle, so it may be a forger's. Compare it with the tester's, or give --public-key"
                        + " FILE."
                : "Nothing was changed since the owner of the given key signed it.";
    }
}
