package dev.operatorkit.spring;

import dev.operatorkit.wallet.CallbackRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Runs a Spring Boot application on a free port, and sends it requests. */
record Application(ConfigurableApplicationContext context) implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Starts an application whose web server keeps its files in this folder. */
    static Application start(Class<?> type, Path folder, String... properties) {
        var arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--server.tomcat.basedir=" + folder,
                "--spring.main.banner-mode=off"));
        for (var property : properties) {
            arguments.add("--" + property);
            var ofSecret = property.indexOf(".secret");
            var any = "--" + property.substring(0, Math.max(0, ofSecret)) + ".wallet.allow-any-source=true";
            if (ofSecret > 0
                    && !arguments.contains(any)
                    && !String.join(" ", properties).contains("allow")) {
                arguments.add(any);
            }
        }
        return new Application(SpringApplication.run(type, arguments.toArray(String[]::new)));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    HttpResponse<String> send(CallbackRequest callback, String... headers) {
        var signed = callback.signedRequest();
        var request = request(signed.target())
                .method(signed.method(), BodyPublishers.ofByteArray(signed.body()))
                .header("X-Svc-Timestamp", signed.timestamps().get(0))
                .header("X-Svc-Signature", signed.signatures().get(0));
        if (callback.contentType() != null) {
            request.header("Content-Type", callback.contentType());
        }
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    HttpResponse<String> get(String path) {
        return send(request(path));
    }

    /** Sends these bytes, and returns what the server answers until it closes the connection. */
    String exchange(String request) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + target));
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        context.close();
        // The next Tomcat in this JVM would create this test's temporary folder again.
        System.clearProperty("catalina.home");
    }
}
