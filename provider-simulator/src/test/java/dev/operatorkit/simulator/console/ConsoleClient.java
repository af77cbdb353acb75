package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.server.Simulator;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Reads pages of the console and sends its forms, as the script of a page does. */
final class ConsoleClient {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private ConsoleClient() {}

    static HttpResponse<String> get(Simulator simulator, String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(simulator.address().resolve(path)));
    }

    static HttpResponse<String> post(Simulator simulator, String path, String form)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(simulator.address().resolve(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("X-Simulator-Token", simulator.adminToken())
                .POST(BodyPublishers.ofString(form)));
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }
}
