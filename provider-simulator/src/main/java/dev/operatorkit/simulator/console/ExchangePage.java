package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.delivery.CallbackContext;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import dev.operatorkit.simulator.wallet.Callback;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows one exchange with its signature explained; sends it again, also edited. */
record ExchangePage(PageRenderer renderer, ConsoleParts parts, WalletChecks checks) {
    /**
     * Holds the page.
     *
     * @param explained the signature, if the exchange has one of a known operator
     * @param isExpected true for a 401 that the wallet had to answer
     * @param curl a command that sends the request again, or null
     */
    record View(
            Entry entry,
            @Nullable SignatureExplanation explained,
            boolean isExpected,
            @Nullable String curl) {}

    record EditView(Entry entry, EditedCallback edited, String problem) {}

    void routing(Routes routes) {
        routes.get("/transcript/{id}", this::show);
        routes.post("/transcript/{id}/again", this::resend);
        routes.get("/transcript/{id}/edit", (request, response) -> {
            var entry = editable(request);
            showEdit(response, entry, EditedCallback.of(RawMessage.of(entry.request())), "");
        });
        routes.post("/transcript/{id}/edit", this::sendEdited);
    }

    private void show(ServerRequest request, ServerResponse response) {
        var entry = entry(request);
        var sent = RawMessage.of(entry.request());
        var operator = parts.operators().find(entry.operator());
        var isTls = entry.direction() == Direction.TO_WALLET
                && operator.map(Operator::wallet).filter(WalletAddress::tls).isPresent();
        var explained = operator.filter(known -> sent.header(RawMessage.SIGNATURE) != null)
                .map(known -> SignatureExplanation.of(entry, sent, known.keys()))
                .orElse(null);
        if (explained != null && explained.isRejected()) {
            checks.forgetBefore(entry.operator(), entry.wallAt());
        }
        var view = new View(
                entry,
                explained,
                !SignatureExplanation.requiredRejections(List.of(entry), parts.operators())
                        .isEmpty(),
                sent.command(isTls).orElse(null));
        renderer.page(response, "exchange.jte", "Exchange " + entry.id(), "/transcript", view);
    }

    /** Sends a callback again in the chosen {@link ResendMode} and redirects to the new exchange. */
    private void resend(ServerRequest request, ServerResponse response) {
        var entry = callback(request);
        var mode = ResendMode.valueOf(FormData.body(request).required("mode"));
        var resent = mode.send(parts.engine(), parts.clock(), parts.operators().get(entry.operator()), entry);
        PageRenderer.redirect(response, "/transcript/" + resent.id());
    }

    private void showEdit(ServerResponse response, Entry entry, EditedCallback edited, String problem) {
        renderer.page(
                response,
                "exchange_edit.jte",
                "Edit exchange " + entry.id(),
                "/transcript",
                new EditView(entry, edited, problem));
    }

    private void sendEdited(ServerRequest request, ServerResponse response) {
        var entry = editable(request);
        var edited = EditedCallback.of(FormData.body(request));
        try {
            var resent =
                    edited.send(parts.engine(), parts.clock(), parts.operators().get(entry.operator()), entry);
            PageRenderer.redirect(response, "/transcript/" + resent.id());
        } catch (IllegalArgumentException e) {
            response.status(Status.BAD_REQUEST_400);
            showEdit(response, entry, edited, String.valueOf(e.getMessage()));
        }
    }

    private Entry editable(ServerRequest request) {
        var entry = callback(request);
        if (!EditedCallback.isEditable(RawMessage.of(entry.request()).body())) {
            throw new IllegalArgumentException("The body is not UTF-8 or has control characters, so a form cannot carry"
                    + " it. Send the same bytes instead.");
        }
        return entry;
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
                .flatMap(number -> parts.engine().transcript().find(Long.parseLong(number)))
                .orElseThrow(() -> new NoSuchElementException(
                        "Exchange " + id + " does not exist or was removed from the transcript."));
    }

    /** Defines the ways to send a callback again from the console. */
    enum ResendMode {
        /** Sends the same bytes with the old signature. An idempotent wallet responds as before (D-43). */
        SAME_BYTES,
        /** Sends the same body or query with a new timestamp and signature (D-33). */
        FRESH_SIGNATURE;

        /** Sends the callback again, in any state of its round, and returns the new exchange. */
        Entry send(CallbackEngine wallets, SimulatorClock clock, Operator operator, Entry earlier) {
            var request = RawMessage.of(earlier.request());
            var callback = callback(operator, request, CallbackKind.valueOf(earlier.kind()));
            var context = context(
                    wallets, earlier, callback.kind(), earlier.player(), earlier.round(), earlier.transaction());
            var sent = this == SAME_BYTES ? request : signedNow(request, operator, clock);
            var signed = this == SAME_BYTES ? earlier.signed() : request.signedBytes(sent.header(RawMessage.TIMESTAMP));
            return wallets.sender()
                    .repeat(
                            earlier.withBytes(this == SAME_BYTES ? earlier.request() : sent.bytes(), signed),
                            callback,
                            context,
                            Objects.requireNonNullElse(sent.header(RawMessage.TIMESTAMP), ""),
                            Objects.requireNonNullElse(sent.header(RawMessage.SIGNATURE), ""));
        }

        private static RawMessage signedNow(RawMessage request, Operator operator, SimulatorClock clock) {
            var timestamp = Long.toString(clock.systemClock().millis());
            var signature = new Signer(operator.keys()).sign(request.path(), timestamp, request.data());
            return request.with(RawMessage.TIMESTAMP, timestamp).with(RawMessage.SIGNATURE, signature);
        }

        /** Returns the context of a callback that is sent again, with its ids, which may have been edited. */
        static CallbackContext context(
                CallbackEngine wallets,
                Entry earlier,
                CallbackKind kind,
                @Nullable String player,
                @Nullable String round,
                @Nullable String transaction) {
            var currency = Optional.ofNullable(earlier.round())
                    .flatMap(wallets.store()::find)
                    .map(GameRound::bet)
                    .map(bet -> bet.stake().currency())
                    .orElse(null);
            if (currency == null && kind != CallbackKind.PLAYER) {
                throw new IllegalArgumentException(
                        "The round of this exchange is no longer stored, so the callback cannot be sent again.");
            }
            return new CallbackContext(earlier.operator(), player, round, transaction, earlier.attempt() + 1, currency);
        }

        static Callback callback(Operator operator, RawMessage request, CallbackKind kind) {
            var wallet = operator.wallet();
            var prefix = wallet == null ? "" : wallet.prefix();
            var path = request.path().startsWith(prefix) ? request.path().substring(prefix.length()) : request.path();
            return new Callback(kind, path, request.query(), request.body());
        }
    }
}
