package dev.operatorkit.simulator.signing;

import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Defines the options for the signed parts of a request, shared by sign and explain. */
final class RequestOptions {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(
            names = "--path",
            required = true,
            paramLabel = "PATH",
            description = "The request path as sent: without host and query, percent-encoding kept.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String path;

    @ArgGroup
    Data data = new Data();

    static final class Data {
        @Option(names = "--query", paramLabel = "QUERY", description = "The raw query without the leading '?'.")
        @Nullable
        String query;

        @Option(names = "--body-file", paramLabel = "FILE", description = "The body, byte for byte.")
        @Nullable
        Path bodyFile;
    }

    /** Throws a usage error unless the path can be one that was sent (SIG-2). */
    void requirePath() {
        if (!path.startsWith("/") || path.contains("?")) {
            throw new ParameterException(
                    command.commandLine(),
                    "--path must begin with '/' and have no query, unlike '" + path + "'. A query goes to --query.");
        }
    }

    /** Returns the bytes of the body; none without {@code --body-file}. */
    byte[] body() {
        var file = data.bodyFile;
        try {
            return file == null ? new byte[0] : Files.readAllBytes(file);
        } catch (IOException e) {
            throw new ParameterException(
                    command.commandLine(), "The body file " + file + " cannot be read. Check --body-file.", e);
        }
    }

    /** Returns the request as it is received with these headers. */
    ReceivedRequest received(@Nullable String method, String timestamp, String signature) {
        var body = body();
        return ReceivedRequest.of(
                method != null ? method : body.length > 0 ? "POST" : "GET",
                data.query == null ? path : path + "?" + data.query,
                name -> List.of(name.equals(Signer.TIMESTAMP_HEADER) ? timestamp : signature),
                body);
    }

    /** Returns the third part of the signed string (SIG-5, SIG-6, SIG-7). */
    byte[] signedData() {
        return SignedData.of(data.query, body());
    }
}
