package dev.operatorkit.simulator.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.simulator.admin.AdminToken;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.BiConsumer;
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

    PrintWriter out() {
        return command.commandLine().getOut();
    }

    boolean hasColour() {
        return command.commandLine().getColorScheme().ansi().enabled();
    }

    ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    /** Hands each of these options that has a value to {@code use}, by its name without hyphens, which the admin API uses too. */
    void forEachOption(Set<String> names, BiConsumer<String, Object> use) {
        for (var option : command.options()) {
            var name = option.longestName().replaceFirst("^-+", "");
            if (names.contains(name) && option.getValue() != null) {
                use.accept(name, option.getValue());
            }
        }
    }

    static ObjectNode body() {
        return JSON.createObjectNode();
    }

    JsonNode get(String path) {
        return call(request(path).timeout(TRIGGER_TIMEOUT).build());
    }

    JsonNode change(String method, String path, JsonNode body) {
        return call(request(path)
                .timeout(TRIGGER_TIMEOUT)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body.toString()))
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

    /** Returns an address of the simulator. */
    URI uri(String path) {
        return URI.create(address.toString().replaceFirst("/+$", "") + path);
    }

    private HttpRequest.Builder request(String path) {
        try {
            return HttpRequest.newBuilder(uri(path)).header("X-Simulator-Token", token());
        } catch (IllegalArgumentException e) {
            throw new ExitCodeException(WRONG_USAGE, "--simulator must be an http address, not '" + address + "'.");
        }
    }

    private String token() {
        var file = tokenFile;
        if (file != null) {
            try {
                return AdminToken.in(file);
            } catch (IllegalArgumentException e) {
                throw new ExitCodeException(WRONG_USAGE, "" + e.getMessage());
            }
        }
        return AdminToken.find(address.getPort() < 0 ? STANDARD_PORT : address.getPort())
                .orElseThrow(() -> new ExitCodeException(
                        NOT_SERVED,
                        "No simulator of this user runs at " + address + ". Start one with `simulator serve`, or give"
                                + " the address of console and admin API (see"
                                + " --admin-port) with --simulator, or a"
                                + " --admin-token-file."));
    }

    private JsonNode call(HttpRequest request) {
        var answer = send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
        var json = parse(answer.body());
        if (answer.statusCode() != 200 || !json.isObject()) {
            throw toException(answer.statusCode(), answer.body());
        }
        return json;
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
            var why = e instanceof ConnectException ? "connection refused" : String.valueOf(e.getMessage());
            throw new ExitCodeException(
                    NOT_SERVED,
                    "No simulator responds at " + address + ": " + why
                            + ". Start it with `simulator serve`, or give its address with --simulator.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExitCodeException(NOT_SERVED, "Interrupted before the simulator responded.");
        }
    }

    private static JsonNode parse(String body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            return JSON.missingNode();
        }
    }

    private static ExitCodeException toException(int status, String body) {
        var message = parse(body).path("message");
        if (!message.isTextual()) {
            return new ExitCodeException(
                    NOT_SERVED,
                    "The server is not a simulator: it sent status " + status + " without JSON. Check --simulator.");
        }
        return switch (status) {
            case 400, 404 -> new ExitCodeException(WRONG_USAGE, message.asText());
            case 500 -> new ExitCodeException(FAILED, status + ": " + message.asText());
            default -> new ExitCodeException(NOT_SERVED, status + ": " + message.asText());
        };
    }
}
