package dev.operatorkit.simulator.operator;

import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How every command gets the secret: from files or from the environment, never from an argument (SIG-17). */
public final class SecretOption {
    private static final String VARIABLE = "OPERATORKIT_SECRET";

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
            var secret = System.getenv(VARIABLE);
            if (secret != null && !secret.isEmpty()) {
                return SecretKeys.of(secret);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
        throw new ParameterException(
                command.commandLine(),
                "There is no secret: give --secret-file FILE or set " + VARIABLE
                        + ". To make one: openssl rand -hex 32 > operator.secret");
    }

    /** The first file signs, all verify (D-42). */
    public static SecretKeys read(List<Path> files) {
        var secrets = files.stream().map(SecretOption::secret).toList();
        return SecretKeys.of(secrets.get(0), secrets.subList(1, secrets.size()).toArray(String[]::new));
    }

    private static String secret(Path file) {
        try {
            var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return text.endsWith("\r\n")
                    ? text.substring(0, text.length() - 2)
                    : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no secret file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the secret file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
