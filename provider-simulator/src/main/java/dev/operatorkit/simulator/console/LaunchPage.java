package dev.operatorkit.simulator.console;

import dev.operatorkit.json.Json;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.launch.LaunchPasses;
import dev.operatorkit.simulator.launch.LaunchRequest;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.wire.Game;
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
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests a launch URL over HTTP as an operator would (LAU-1 to LAU-6). */
final class LaunchPage {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final HeaderName REDIRECT = HeaderNames.create("HX-Redirect");
    private static final List<String> REMEMBERED = List.of(TypedValues.TOKEN, TypedValues.GAME, TypedValues.CURRENCY);

    private final PageRenderer renderer;
    private final ConsoleParts parts;
    private final ClientAddress browsers;
    private final LaunchPasses passes;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    LaunchPage(PageRenderer renderer, ConsoleParts parts, ClientAddress browsers, LaunchPasses passes) {
        this.renderer = renderer;
        this.parts = parts;
        this.browsers = browsers;
        this.passes = passes;
    }

    /** Holds the page; the browser is the address of the person who opened it. */
    record View(
            FormData.FormView form,
            List<Game> games,
            String browser,
            @Nullable Launched launched) {}

    /** Holds the response; the URL is null if the launch was refused. */
    record Launched(int status, String answer, @Nullable String url) {}

    /** Returns what is wrong with a code that is not known, since a misspelt one is accepted here (D-58). */
    static String remark(FormData.FormView form) {
        try {
            var currency = CurrencyCode.ofUnlisted(form.typed(TypedValues.CURRENCY));
            return isDemo(form.fields()) ? "" : LaunchRequest.remark(currency);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    void routing(Routes routes) {
        routes.get("/launch", (request, response) -> show(FormData.query(request), request, response, null));
        routes.post("/launch", this::launch);
    }

    private void show(FormData fields, ServerRequest request, ServerResponse response, @Nullable Launched launched) {
        var form = FormData.FormView.of(parts, fields, null);
        var view = new View(
                form,
                parts.catalogue().games(form.operator().id()),
                browsers.of(request).getHostAddress(),
                launched);
        renderer.page(response, "launch.jte", "Launch", "/launch", view);
    }

    private void launch(ServerRequest request, ServerResponse response) throws InterruptedException {
        var form = FormData.body(request);
        var operator = parts.operators().get(form.required("operator"));
        var launched = launch(operator, form);
        if (launched.url() != null && !isDemo(form)) {
            REMEMBERED.forEach(name ->
                    form.text(name).ifPresent(value -> parts.typed().remember(operator.id(), name, value)));
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
        return new Launched(launched.status(), launched.answer(), url + "?" + GamePage.PASS + "=" + pass);
    }

    private Launched launch(Operator operator, FormData form) throws InterruptedException {
        var address = parts.host().address().get();
        var path = "/api/v1/games/" + FormData.encode(form.required("game"));
        var query = query(form);
        var timestamp = Long.toString(parts.systemClock().millis());
        var signature = new Signer(operator.keys()).sign(path, timestamp, query.getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(URI.create(address + path + "?" + query))
                .timeout(TIMEOUT)
                .header("X-Operator", operator.id())
                .header(Signer.TIMESTAMP_HEADER, timestamp)
                .header(Signer.SIGNATURE_HEADER, signature)
                .build();
        try {
            var answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            var url = answer.statusCode() == 200
                    ? Json.readData(answer.body(), LaunchUrl.class).url()
                    : null;
            var body = new String(answer.body(), StandardCharsets.UTF_8);
            return new Launched(answer.statusCode(), body, url);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The simulator's Customer API did not respond at " + address + ". See the simulator log.", e);
        }
    }

    private static boolean isDemo(FormData form) {
        return form.text("mode", "real").equals("demo");
    }

    private static String query(FormData form) {
        var demo = isDemo(form);
        return "ipAddress=" + FormData.encode(form.text("ip", "")) + "&freeToPlay=" + demo
                + (demo
                        ? ""
                        : "&currency=" + FormData.encode(form.text("currency", "")) + "&token="
                                + FormData.encode(form.text("token", "")))
                + form.text("lang")
                        .map(lang -> "&lang=" + FormData.encode(lang))
                        .orElse("");
    }
}
