package dev.operatorkit.simulator.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.simulator.admin.AdminToken;
import dev.operatorkit.simulator.operator.ConstantNames;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Connects a command to a running simulator. */
final class RunningSimulator {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    // A trigger returns only after the wallet's response or its timeout.
    private static final Duration TRIGGER_TIMEOUT = Duration.ofMinutes(2);
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final int NOT_SERVED = 3;
    private static final int STANDARD_PORT = 80;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Option(
            names = "--simulator",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:9090",
            description = "The address of the running simulator. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    URI address;

    @Option(
            names = "--admin-token-file",
            paramLabel = "FILE",
            description = "The file with the admin token. Default: the one written by this user's simulator.")
    @Nullable
    Path tokenFile;

    /** Returns the output of the command. */
    PrintWriter out() {
        return command.commandLine().getOut();
    }

    /** Returns whether to print in colours. */
    boolean hasColour() {
        return command.commandLine().getColorScheme().ansi().enabled();
    }

    /** Names a misspelt word before the simulator is asked, and even if none runs. */
    void requireKnown(String label, @Nullable String word, Iterable<String> known) {
        var names = new ArrayList<String>();
        known.forEach(names::add);
        if (word != null && !names.contains(ConstantNames.format(word))) {
            throw usageError(label + " must be one of " + String.join(", ", names) + ", not '" + word + "'.");
        }
    }

    /** Returns an exception for wrong usage. */
    ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    JsonNode get(String path) {
        return call(request(path).timeout(TRIGGER_TIMEOUT).build());
    }

    JsonNode change(String method, String path, JsonNode body) {
        var bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        return call(request(path)
                .timeout(TRIGGER_TIMEOUT)
                .header("Content-Type", "application/json")
                .header("X-Simulator-Token", token())
                .method(method, BodyPublishers.ofByteArray(bytes))
                .build());
    }

    /** Returns the lines of an endless response. The caller closes them. */
    Stream<String> lines(String path) {
        var answer = send(request(path).build(), BodyHandlers.ofLines());
        if (answer.statusCode() != 200) {
            throw toException(
                    answer.statusCode(), String.join("\n", answer.body().toList()));
        }
        return answer.body();
    }

    static ObjectNode body() {
        return JsonNodeFactory.instance.objectNode();
    }

    private HttpRequest.Builder request(String path) {
        try {
            return HttpRequest.newBuilder(URI.create(address.toString().replaceFirst("/+$", "") + path));
        } catch (IllegalArgumentException e) {
            throw new ExitCodeException(WRONG_USAGE, "--simulator must be an http address, not '" + address + "'.");
        }
    }

    private String token() {
        var file = tokenFile;
        if (file != null) {
            try {
                return Files.readString(file).strip();
            } catch (IOException e) {
                throw new ExitCodeException(
                        WRONG_USAGE, "The admin token cannot be read from " + file + ". Check --admin-token-file.");
            }
        }
        return AdminToken.find(address.getPort() < 0 ? STANDARD_PORT : address.getPort())
                .orElseThrow(() -> new ExitCodeException(
                        NOT_SERVED,
                        "No simulator of this user runs at " + address + ". Start one with `simulator serve`,"
                                + " or give --simulator and --admin-token-file."));
    }

    private JsonNode call(HttpRequest request) {
        var answer = send(request, BodyHandlers.ofByteArray());
        var body = answer.body();
        if (answer.statusCode() != 200) {
            throw toException(answer.statusCode(), new String(body, StandardCharsets.UTF_8));
        }
        return json(body).orElseThrow(() -> notASimulator(answer.statusCode()));
    }

    private <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) {
        // Not closed: a stream outlives this method, and the client ends with the program.
        var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        try {
            return client.send(request, handler);
        } catch (IOException e) {
            throw new ExitCodeException(
                    NOT_SERVED,
                    "No simulator responds at " + address + ": " + describe(e)
                            + ". Start it with `simulator serve`, or give its address with --simulator.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExitCodeException(NOT_SERVED, "Interrupted before the simulator responded.");
        }
    }

    private static String describe(IOException e) {
        if (e instanceof ConnectException) {
            return "connection refused";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static Optional<JsonNode> json(byte[] body) {
        try {
            return Optional.ofNullable(JSON.readTree(body)).filter(JsonNode::isObject);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static ExitCodeException notASimulator(int status) {
        return new ExitCodeException(
                NOT_SERVED,
                "The server is not a simulator: it sent status " + status + " without JSON. Check --simulator.");
    }

    private static ExitCodeException toException(int status, String body) {
        var message = json(body.getBytes(StandardCharsets.UTF_8))
                .map(json -> json.path("message"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText);
        if (message.isEmpty()) {
            return notASimulator(status);
        }
        return switch (status) {
            case 400, 404 -> new ExitCodeException(WRONG_USAGE, message.get());
            case 500 -> new ExitCodeException(FAILED, status + ": " + message.get());
            default -> new ExitCodeException(NOT_SERVED, status + ": " + message.get());
        };
    }
}
