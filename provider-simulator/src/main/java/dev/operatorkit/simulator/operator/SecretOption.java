package dev.operatorkit.simulator.operator;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.files.PrivateFiles;
import dev.operatorkit.signing.SecretKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads the secret for every command from files or the environment, never from an argument (SIG-17). */
public final class SecretOption {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description =
                    "The file with the operator's secret; a trailing newline is dropped. May be repeated: the others"
                            + " are previous secrets, accepted but not used to sign. Default: the environment variable"
                            + " OPERATORKIT_SECRET.")
    List<Path> files = new ArrayList<>();

    /** Returns the key set, or a usage error that explains how to create a secret. */
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
                "There is no secret. Give --secret-file FILE or set " + SecretKeys.ENVIRONMENT_VARIABLE
                        + ". To create one: openssl rand -hex 32 > operator.secret");
    }

    /** Returns the usual mistakes that the first file shows, such as a byte order mark. */
    public List<String> doubts() {
        return files.isEmpty() || !Files.isRegularFile(files.get(0))
                ? List.of()
                : SecretFile.read(files.get(0)).doubtsOfContent();
    }

    /** Returns the given files; empty when the secret comes from the environment. */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /** Returns the signing secret for the conformance suite. Call {@link #keys} first, which reports mistakes. */
    public Secret secret() {
        return files.isEmpty()
                ? Secret.of(System.getenv(SecretKeys.ENVIRONMENT_VARIABLE))
                : SecretFile.read(files.get(0)).secret();
    }

    /** Reads the key set: the first secret signs, all verify (D-42). */
    static SecretKeys read(List<Path> files) {
        files.forEach(PrivateFiles::warnIfExposed);
        return files.stream()
                .map(SecretKeys::fromFile)
                .reduce(SecretKeys::withPrevious)
                .orElseThrow(() -> new IllegalArgumentException("There is no secret file."));
    }
}
