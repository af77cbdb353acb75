package dev.operatorkit.simulator.launch;

import dev.operatorkit.net.IpAddress;
import dev.operatorkit.simulator.launch.GameSessions.NotOpened;
import dev.operatorkit.simulator.launch.GameSessions.Opened;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** What a launch URL leads to, in its plainest form: the game says who plays, or why it does not start (LAU-11). */
public final class GamePages {
    private static final HeaderName FORWARDED_FOR = HeaderNames.create("X-Forwarded-For");

    private final GameSessions sessions;

    /** The pages of those sessions. */
    public GamePages(GameSessions sessions) {
        this.sessions = sessions;
    }

    /** Answers {@code /play/{id}}. */
    public void routing(HttpRouting.Builder routing) {
        routing.get("/play/{id}", this::open);
    }

    private void open(ServerRequest request, ServerResponse response) {
        var id = request.path().pathParameters().get("id");
        switch (sessions.open(id, browser(request))) {
            case NotOpened no -> page(response, no.status(), "The game does not start", no.reason());
            case Opened opened -> page(response, 200, opened.session().slug(), words(opened.session()));
        }
    }

    private static String words(GameSession session) {
        return switch (session) {
            case GameSession.Demo demo -> "You play for FUN: no money, and nobody's wallet is called.";
            case GameSession.RealMoney real -> real.displayName() + " plays with " + real.openingBalance() + ".";
        };
    }

    /**
     * Where the browser is. A caller on this machine may stand for another: by {@code X-Forwarded-For}, as a proxy does, or
     * by {@code ?as=}, so that a developer can open a link that was made for a player elsewhere (LAU-8).
     */
    public static InetAddress browser(ServerRequest request) {
        var peer = ((InetSocketAddress) request.remotePeer().address()).getAddress();
        if (!peer.isLoopbackAddress()) {
            return peer;
        }
        var query = request.query();
        var claimed = query.contains("as")
                ? query.get("as")
                : request.headers()
                        .first(FORWARDED_FOR)
                        .orElse("")
                        .split(",", 2)[0]
                        .strip();
        try {
            return claimed.isEmpty() ? peer : IpAddress.parse(claimed);
        } catch (IllegalArgumentException e) {
            return peer;
        }
    }

    private static void page(ServerResponse response, int status, String title, String text) {
        var html = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>%1$s</title><body style="font:1.1rem system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem">
            <h1>%1$s</h1><p>%2$s</p></body></html>
            """.formatted(escaped(title), escaped(text));
        response.status(Status.create(status))
                .header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8")
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
                .header("Referrer-Policy", "no-referrer")
                .send(html.getBytes(StandardCharsets.UTF_8));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
