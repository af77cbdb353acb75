package dev.operatorkit.simulator.operator;

import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How every command gets the secret: from files or from the environment, never from an argument (SIG-17). */
public final class SecretOption {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "The operator's secret, a trailing newline dropped. Given again, the later ones are still"
                    + " accepted but do not sign. Without it the environment's OPERATORKIT_SECRET is taken.")
    List<Path> files = new ArrayList<>();

    /** The ring; a usage error says how to make a secret when there is none. */
    public SecretKeys keys() {
        try {
            if (!files.isEmpty()) {
                return read(files);
            }
            if (System.getenv(SecretKeys.ENVIRONMENT_VARIABLE) != null) {
                return SecretKeys.fromEnvironment();
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
        throw new ParameterException(
                command.commandLine(),
                "There is no secret: give --secret-file FILE or set " + SecretKeys.ENVIRONMENT_VARIABLE
                        + ". To make one: openssl rand -hex 32 > operator.secret");
    }

    /** The one that signs, for the conformance suite. Ask for the ring first: it says what is wrong. */
    public SigningSecret secret() {
        return files.isEmpty()
                ? SigningSecret.of(System.getenv(SecretKeys.ENVIRONMENT_VARIABLE))
                : readSecret(files.get(0));
    }

    static SigningSecret readSecret(Path file) {
        try {
            return SigningSecret.of(Files.readString(file).replaceFirst("\\r?\\n$", ""));
        } catch (IOException e) {
            throw new IllegalArgumentException("the secret file " + file + " cannot be read", e);
        }
    }

    /** The first file signs, all verify (D-42). */
    static SecretKeys read(List<Path> files) {
        return files.stream()
                .map(SecretKeys::fromFile)
                .reduce(SecretKeys::withPrevious)
                .orElseThrow(() -> new IllegalArgumentException("there is no secret file"));
    }
}
