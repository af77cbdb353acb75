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
        return send(request(simulator, path));
    }

    static HttpResponse<String> post(Simulator simulator, String path, String form)
            throws IOException, InterruptedException {
        return send(request(simulator, path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    }

    private static HttpRequest.Builder request(Simulator simulator, String path) {
        return HttpRequest.newBuilder(simulator.address().resolve(path))
                .header("X-Simulator-Token", simulator.adminToken());
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }
}
