package dev.operatorkit.simulator.console;

import dev.operatorkit.json.Json;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.launch.LaunchPasses;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.wire.LaunchUrl;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Requests a launch URL over HTTP as an operator would and shows the signed request (LAU-1 to LAU-6). */
final class LaunchPage {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final HeaderName REDIRECT = HeaderNames.create("HX-Redirect");
    private static final List<String> REMEMBERED = List.of(TypedValues.TOKEN, TypedValues.GAME, TypedValues.CURRENCY);

    private final PageRenderer shell;
    private final Operators operators;
    private final TypedValues typed;
    private final Catalogue catalogue;
    private final Supplier<URI> address;
    private final Clock systemClock;
    private final ClientAddress browsers;
    private final LaunchPasses passes;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    LaunchPage(
            PageRenderer shell,
            Operators operators,
            TypedValues typed,
            Catalogue catalogue,
            Supplier<URI> address,
            Clock systemClock,
            ClientAddress browsers,
            LaunchPasses passes) {
        this.shell = shell;
        this.operators = operators;
        this.typed = typed;
        this.catalogue = catalogue;
        this.address = address;
        this.systemClock = systemClock;
        this.browsers = browsers;
        this.passes = passes;
    }

    /** Holds the launch request and its response. */
    public record Launched(
            String request,
            SignedText signed,
            int status,
            String answer,
            @Nullable String url) {
        /** Returns the address of the wire of the game, on the console's own port. */
        public String wire() {
            return url == null
                    ? ""
                    : WirePage.address(url.replaceFirst("\\?.*", "").replaceFirst(".*/", ""));
        }
    }

    void routing(Routes routes) {
        routes.get("/launch", (request, response) -> show(FormData.query(request), request, response, null));
        routes.post("/launch", this::launch);
    }

    private void show(FormData form, ServerRequest request, ServerResponse response, @Nullable Launched launched) {
        var operator = operators.get(form.text("operator", operators.first().id()));
        var parameters = new HashMap<String, Object>();
        parameters.put("operators", operators.all());
        parameters.put("operator", operator);
        parameters.put("games", catalogue.games(operator.id()));
        parameters.put("form", form);
        parameters.put("choice", FormView.of(operators, typed, form, null));
        parameters.put("typed", typed);
        parameters.put("browser", browsers.of(request).getHostAddress());
        PageRenderer.putIfPresent(parameters, "launched", launched);
        shell.page(response, "launch.jte", "Launch", "/launch", parameters);
    }

    private void launch(ServerRequest request, ServerResponse response) throws InterruptedException {
        var form = FormData.body(request);
        var operator = operators.get(form.required("operator"));
        var launched = launch(operator, form);
        if (launched.url() != null && !form.text("mode", "real").equals("demo")) {
            REMEMBERED.forEach(name -> form.text(name).ifPresent(value -> typed.remember(operator.id(), name, value)));
        }
        var isElsewhere = !form.text("ip", "").equals(browsers.of(request).getHostAddress());
        var usable = isElsewhere ? withPass(launched) : launched;
        if (form.text("open").isPresent() && usable.url() != null) {
            // htmx then leaves the console for the game.
            response.header(REDIRECT, usable.url());
        }
        show(form, request, response, usable);
    }

    /** Adds a pass, since the URL is bound to the player's address (LAU-8), not to that of the person who tries a launch. */
    private Launched withPass(Launched launched) {
        var url = launched.url();
        if (url == null) {
            return launched;
        }
        var pass = passes.passFor(url.substring(url.lastIndexOf('/') + 1));
        return new Launched(
                launched.request(),
                launched.signed(),
                launched.status(),
                launched.answer(),
                url + "?" + GamePage.PASS + "=" + pass);
    }

    private Launched launch(Operator operator, FormData form) throws InterruptedException {
        var path = "/api/v1/games/" + FormData.encode(form.required("game"));
        var query = query(form);
        var timestamp = Long.toString(systemClock.millis());
        var data = query.getBytes(StandardCharsets.UTF_8);
        var signature = new Signer(operator.keys()).sign(path, timestamp, data);
        var request = HttpRequest.newBuilder(URI.create(address.get() + path + "?" + query))
                .timeout(TIMEOUT)
                .header("X-Operator", operator.id())
                .header("X-Svc-Timestamp", timestamp)
                .header("X-Svc-Signature", signature)
                .build();
        var shown = "GET " + path + "?" + query + " HTTP/1.1\nX-Operator: " + operator.id() + "\nX-Svc-Timestamp: "
                + timestamp + "\nX-Svc-Signature: " + signature;
        try {
            var answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            var url = answer.statusCode() == 200
                    ? Json.readData(answer.body(), LaunchUrl.class).url()
                    : null;
            var body = new String(answer.body(), StandardCharsets.UTF_8);
            return new Launched(shown, SignedText.of(path, timestamp, data), answer.statusCode(), body, url);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The simulator's Customer API did not respond at " + address.get() + ". See the simulator log.", e);
        }
    }

    private static String query(FormData form) {
        var demo = form.text("mode", "real").equals("demo");
        var parts = new ArrayList<String>(List.of("ipAddress=" + FormData.encode(form.text("ip", ""))));
        parts.add("freeToPlay=" + demo);
        if (!demo) {
            parts.add("currency=" + FormData.encode(form.text("currency", "")));
            parts.add("token=" + FormData.encode(form.text("token", "")));
        }
        form.text("lang").ifPresent(lang -> parts.add("lang=" + FormData.encode(lang)));
        return String.join("&", parts);
    }
}
