package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.WalletAddress;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows one exchange with its signature explained, its round, and its original if it is a repeat; sends it again, also edited. */
final class ExchangePage {
    private static final int MOST_OF_A_ROUND = 200;
    private static final int LONGEST_CHAIN = 100;
    private static final String EXCHANGE = "exchange.jte";

    private final PageRenderer renderer;
    private final Operators operators;
    private final CallbackEngine wallets;
    private final SimulatorClock clock;
    private final ExpectedRejections rejections;

    ExchangePage(PageRenderer renderer, Operators operators, CallbackEngine wallets, SimulatorClock clock) {
        this.clock = clock;
        this.renderer = renderer;
        this.operators = operators;
        this.rejections = new ExpectedRejections(operators);
        this.wallets = wallets;
    }

    void routing(Routes routes) {
        routes.get("/transcript/{id}", this::show);
        routes.post("/transcript/{id}/again", this::repeat);
        routes.get("/transcript/{id}/edit", this::edit);
        routes.post("/transcript/{id}/edit", this::sendEdited);
    }

    private void show(ServerRequest request, ServerResponse response) {
        var entry = entry(request);
        renderer.page(response, EXCHANGE, "Exchange " + entry.id(), "/transcript", parameters(entry));
    }

    private Map<String, Object> parameters(Entry entry) {
        var sent = RawMessage.of(entry.request());
        var answer = RawMessage.of(entry.response());
        var operator = operators.find(entry.operator());
        var parameters = new HashMap<String, Object>();
        parameters.put("entry", entry);
        parameters.put("sent", sent);
        parameters.put("answer", answer);
        operator.filter(known -> sent.header(RawMessage.SIGNATURE) != null)
                .ifPresent(known -> parameters.put("explained", SignatureExplanation.of(entry, sent, known.keys())));
        parameters.put("rightlyRejected", !rejections.among(List.of(entry)).isEmpty());
        CurlLine.of(
                        entry,
                        operator.map(Operator::wallet)
                                        .filter(WalletAddress::tls)
                                        .isPresent()
                                && entry.direction() == Direction.TO_WALLET)
                .ifPresent(line -> parameters.put("curl", line));
        var round = round(entry);
        if (!round.isEmpty()) {
            parameters.put("timeline", Timeline.of(round));
            parameters.put("expected", rejections.among(round));
        }
        addOriginal(parameters, entry, round);
        return parameters;
    }

    /** Returns the newest exchanges of its round with its wallet. */
    private List<Entry> round(Entry entry) {
        return entry.round() == null
                ? List.of()
                : wallets.transcript()
                        .search(
                                new Filter(entry.operator(), null, entry.round(), null, null, null, null),
                                0,
                                MOST_OF_A_ROUND);
    }

    private void addOriginal(Map<String, Object> parameters, Entry entry, List<Entry> round) {
        if (entry.original() == 0) {
            round.stream()
                    .filter(earlier -> earlier.id() < entry.id() && isSameCallback(earlier, entry))
                    .reduce((newer, older) -> older)
                    .ifPresent(first -> parameters.put("firstAttempt", first.id()));
            return;
        }
        parameters.put("original", entry.original());
        wallets.transcript().find(entry.original()).ifPresent(original -> {
            parameters.put("isKept", true);
            parameters.put("first", first(original).id());
        });
    }

    private static boolean isSameCallback(Entry one, Entry other) {
        return one.original() == 0
                && one.kind().equals(other.kind())
                && Objects.equals(one.transaction(), other.transaction())
                && Objects.equals(one.player(), other.player());
    }

    /** Follows repeats of repeats to the first exchange that is kept. */
    private Entry first(Entry entry) {
        var first = entry;
        for (var i = 0; i < LONGEST_CHAIN && first.original() > 0; i++) {
            var earlier = wallets.transcript().find(first.original());
            if (earlier.isEmpty()) {
                break;
            }
            first = earlier.get();
        }
        return first;
    }

    /** Sends a callback again in the chosen {@link ResendMode} and redirects to the new exchange. */
    private void repeat(ServerRequest request, ServerResponse response) {
        var entry = callback(request);
        var mode = ResendMode.valueOf(FormData.body(request).required("mode"));
        var resent = mode.send(wallets, clock, operators.get(entry.operator()), entry);
        PageRenderer.redirect(response, "/transcript/" + resent.id());
    }

    /** Shows the form, with the changes that its address names. */
    private void edit(ServerRequest request, ServerResponse response) {
        var entry = callback(request);
        var form = FormData.query(request);
        var edited = EditedCallback.of(RawMessage.of(entry.request())).with(form);
        showEdit(response, entry, form, edited, null);
    }

    private void showEdit(
            ServerResponse response, Entry entry, FormData form, EditedCallback edited, @Nullable String problem) {
        var sent = RawMessage.of(entry.request());
        var parameters = new HashMap<String, Object>();
        parameters.put("entry", entry);
        parameters.put("method", sent.method());
        parameters.put("form", form);
        parameters.put("edited", edited);
        PageRenderer.putIfPresent(parameters, "obstacle", BodyEdit.obstacle(sent.body()));
        PageRenderer.putIfPresent(parameters, "problem", problem);
        renderer.page(response, "exchange_edit.jte", "Edit exchange " + entry.id(), "/transcript", parameters);
    }

    private void sendEdited(ServerRequest request, ServerResponse response) {
        var entry = callback(request);
        var form = FormData.body(request);
        var sent = RawMessage.of(entry.request());
        var edited = EditedCallback.of(form, sent);
        var obstacle = BodyEdit.obstacle(sent.body());
        if (obstacle != null) {
            throw new IllegalArgumentException(obstacle + " Send the same bytes instead.");
        }
        try {
            var resent = edited.send(wallets, clock, operators.get(entry.operator()), entry);
            PageRenderer.redirect(response, "/transcript/" + resent.id());
        } catch (IllegalArgumentException e) {
            response.status(Status.BAD_REQUEST_400);
            showEdit(response, entry, form, edited, String.valueOf(e.getMessage()));
        }
    }

    private Entry callback(ServerRequest request) {
        var entry = entry(request);
        if (entry.direction() != Direction.TO_WALLET) {
            throw new IllegalArgumentException(
                    "This exchange was sent by the operator. Only callbacks of the simulator can be sent again.");
        }
        if (entry.request().length == 0) {
            throw new IllegalArgumentException(
                    "This callback was lost before it was sent, so there are no bytes to send again.");
        }
        return entry;
    }

    private Entry entry(ServerRequest request) {
        var id = request.path().pathParameters().get("id");
        return Optional.of(id)
                .filter(number -> number.matches("\\d{1,18}"))
                .flatMap(number -> wallets.transcript().find(Long.parseLong(number)))
                .orElseThrow(() -> new NoSuchElementException(
                        "Exchange " + id + " does not exist or was removed from the transcript."));
    }
}
