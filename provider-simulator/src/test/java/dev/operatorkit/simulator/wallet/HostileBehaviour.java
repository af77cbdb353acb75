package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.HostileWallet.Peer;
import dev.operatorkit.simulator.wallet.HostileWallet.Script;
import dev.operatorkit.simulator.wallet.HostileWallet.Start;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds one unusual or hostile behaviour of a wallet, as HTTP/1.1 (RFC 9110, RFC 9112) allows or forbids it.
 *
 * @param outcome the expected results of both debits, and how often the wallet received them
 * @param start when the wallet begins with it
 * @param second its treatment of the second request; null when that one is answered correctly
 * @param traits words of {@code tls}, {@code large} (the request exceeds any buffer) and {@code stalls} (until the time limit)
 */
record HostileBehaviour(
        String name,
        String outcome,
        Start start,
        Script first,
        @Nullable Script second,
        String traits) {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String FIRST = OK + "Content-Length: 5\r\n\r\nfirst";
    private static final String INCOMPLETE = OK + "Content-Length: 9\r\n\r\nfirst";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
    private static final String TOO_LARGE =
            "HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nfirst";
    private static final String SENT_AGAIN = "200 first; 200 second, sent again; ";
    private static final List<HostileBehaviour> ALL = new ArrayList<>();

    static List<HostileBehaviour> all() {
        ALL.clear();
        bodies();
        heads();
        connections();
        reuse();
        unreadRequests();
        overTls();
        return List.copyOf(ALL);
    }

    boolean has(String trait) {
        return traits.contains(trait);
    }

    /** Adds a behaviour; a short outcome is that of the first debit, while the second succeeds. */
    private static void add(String name, String outcome, Start start, String traits, Script first) {
        var whole = outcome.contains(";") ? outcome : outcome + "; 200 second; 2 received";
        ALL.add(new HostileBehaviour(name, whole, start, first, null, traits));
    }

    private static void add(String name, String outcome, Script first) {
        add(name, outcome, Start.AFTER_REQUEST, outcome.equals("timeout") ? "stalls" : "", first);
    }

    /** Adds a wallet that sends these bytes and keeps the connection open. */
    private static void add(String name, String outcome, String response) {
        add(name, outcome, peer -> peer.send(response));
    }

    /** Adds a wallet that sends these bytes and closes the connection. */
    private static void addClosing(String name, String outcome, String response) {
        add(name, outcome, peer -> {
            peer.send(response);
            peer.close();
        });
    }

    private static void addOnReuse(String name, String outcome, String traits, Script second) {
        ALL.add(new HostileBehaviour(name, outcome, Start.AFTER_REQUEST, peer -> peer.send(FIRST), second, traits));
    }

    private static void bodies() {
        add("an ordinary response", "200 first", FIRST);
        add("100 before the response", "200 first", "HTTP/1.1 100 Continue\r\n\r\n" + FIRST);
        add("endless 100", "too large", peer -> peer.sendForever("HTTP/1.1 100 Continue\r\n\r\n"));
        add("101 without a request for it", "200 first", "HTTP/1.1 101 Switching Protocols\r\n\r\n" + FIRST);
        add("100 and nothing more", "timeout", "HTTP/1.1 100 Continue\r\n\r\n");
        add(
                "chunks with trailers",
                "200 first",
                CHUNKED + "5\r\nfirst\r\n0\r\nExpires: now\r\nContent-Length: 1\r\n\r\n");
        add("chunk extensions", "200 first", CHUNKED + "5;a=b;c=\"d\"\r\nfirst\r\n0;e\r\n\r\n");
        add("chunks of LF lines", "200 first", CHUNKED + "5\nfirst\n0\n\n");
        add("a chunk size that is no number", "not http", CHUNKED + "xyz\r\nfirst\r\n0\r\n\r\n");
        add("a negative chunk size", "not http", CHUNKED + "-5\r\nfirst\r\n0\r\n\r\n");
        add("a chunk size beyond 64 bits", "not http", CHUNKED + "FFFFFFFFFFFFFFFFF\r\nfirst\r\n0\r\n\r\n");
        add("a chunk of 100 MB announced", "too large", CHUNKED + "5F5E100\r\nfirst");
        add("a chunk longer than its size", "not http", CHUNKED + "3\r\nfirst\r\n0\r\n\r\n");
        addClosing("chunks without the last one", "closed", CHUNKED + "5\r\nfirst\r\n");
        add("chunks that never end", "timeout", CHUNKED + "5\r\nfirst\r\n");
        add("two transfer codings", "not http", OK + "Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n");
        add(
                "chunks and a Content-Length",
                "not http",
                OK + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n");
        add("two equal Content-Lengths", "200 first", OK + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nfirst");
        add("two different Content-Lengths", "not http", OK + "Content-Length: 5\r\nContent-Length: 3\r\n\r\nfirst");
        add("different Content-Lengths in a list", "not http", OK + "Content-Length: 5, 3\r\n\r\nfirst");
        add("a Content-Length with a sign", "not http", OK + "Content-Length: +5\r\n\r\nfirst");
        add("a Content-Length beyond 64 bits", "not http", OK + "Content-Length: 99999999999999999999\r\n\r\nfirst");
        add("a Content-Length of 100 MB", "too large", OK + "Content-Length: 100000000\r\n\r\nfirst");
        addClosing("a Content-Length longer than the body, then closed", "closed", INCOMPLETE);
        add("a Content-Length longer than the body, kept open", "timeout", INCOMPLETE);
        add("a Content-Length shorter than the body", "200 first", OK + "Content-Length: 5\r\n\r\nfirst and more");
        add("two responses to one request", "200 first", FIRST + FIRST.replace("first", "other"));
        addClosing("no length, then closed", "200 first", OK + "\r\nfirst");
        add("no length, kept open", "timeout", OK + "\r\nfirst");
        add("no length and an endless body", "too large", peer -> {
            peer.send(OK + "\r\n");
            peer.sendForever("first".repeat(1000));
        });
        add("204 with a body", "204 ", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nfirst");
        add("304 with a body", "304 ", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nfirst");
    }

    private static void heads() {
        addClosing("LF lines", SENT_AGAIN + "2 received", FIRST.replace("\r\n", "\n"));
        add(
                "a folded header that looks like a length",
                "200 first",
                OK + "X-A: b\r\n Content-Length: 3\r\nContent-Length: 5\r\n\r\nfirst");
        add("white space before the first header", "200 first", OK + " X-A: b\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("a space before the colon", "200 first", OK + "Content-Length : 5\r\n\r\nfirst and more");
        add("a header without a colon", "not http", OK + "X-A\r\nContent-Length: 5\r\n\r\nfirst");
        add("a NUL and a bare CR in a header", "200 first", OK + "X-A: b\0c\rd\r\nContent-Length: 5\r\n\r\nfirst");
        add("a header of 30 kB", "200 first", OK + "X-A: " + "b".repeat(30_000) + "\r\nContent-Length: 5\r\n\r\nfirst");
        add("endless headers", "too large", peer -> {
            peer.send(OK);
            peer.sendForever("X-A: b\r\n");
        });
        addClosing("half a head, then closed", "closed", OK + "Content-Len");
        add("slow bytes within the time limit", "200 first", peer -> peer.sendSlowly(FIRST, 5));
        add("slow bytes beyond the time limit", "timeout", peer -> peer.sendSlowly(FIRST, 100));
        add("no reason phrase", "200 first", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("HTTP/2.0", "not http", "HTTP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("a status of four digits", "not http", "HTTP/1.1 2000 OK\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("another protocol", "not http", "SSH-2.0-OpenSSH_9\r\n");
        add("an empty line before the status line", "not http", "\r\n" + FIRST);
        addClosing("HTTP/1.0 without a length", "200 first", "HTTP/1.0 200 OK\r\n\r\nfirst");
    }

    private static void connections() {
        add("reset at accept", "closed; 200 second; 1 received", Start.AT_ACCEPT, "", Peer::reset);
        add("a response before any request", "408 first; 200 second; 1 received", Start.AT_ACCEPT, "", peer -> {
            peer.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 5\r\nConnection: close\r\n\r\nfirst");
            peer.socket().shutdownOutput();
            peer.waitForCaller();
        });
        add("reset after the request", "closed", Peer::reset);
        add("closed after the request", "closed", Peer::close);
        add("no response at all", "timeout", Peer::waitForCaller);
        add("half closed after half a body", "closed", peer -> {
            peer.send(INCOMPLETE);
            peer.socket().shutdownOutput();
            peer.waitForCaller();
        });
    }

    private static void reuse() {
        addClosing("kept alive, then closed", SENT_AGAIN + "2 received", FIRST);
        add("kept alive, then half closed", SENT_AGAIN + "3 received", peer -> {
            peer.send(FIRST);
            peer.socket().shutdownOutput();
        });
        addOnReuse("kept alive, closed by the second request", SENT_AGAIN + "3 received", "", Peer::close);
        addOnReuse("kept alive, reset by the second request", SENT_AGAIN + "3 received", "", Peer::reset);
        addOnReuse("kept alive, closed within the second head", "200 first; closed; 2 received", "", peer -> {
            peer.send("HTTP/1.1 2");
            peer.close();
        });
        addOnReuse("kept alive, no second response", "200 first; timeout; 2 received", "stalls", Peer::waitForCaller);
        add("kept alive, then 408 and closed", "200 first", peer -> {
            peer.send(FIRST);
            peer.pause(100);
            peer.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            peer.close();
        });
        add("Connection: close, kept open", "200 first", FIRST.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
        addClosing(
                "Connection: close in the second of two headers",
                "200 first",
                FIRST.replace("\r\n\r\n", "\r\nConnection: keep-alive\r\nConnection: Close\r\n\r\n"));
    }

    private static void unreadRequests() {
        add("413 before a large body was read, then closed", "413 first", Start.AFTER_HEAD, "large", peer -> {
            peer.send(TOO_LARGE);
            peer.pause(300);
            peer.close();
        });
        add("413 before a large body, kept open", "413 first", Start.AFTER_HEAD, "large stalls", peer -> {
            peer.send(TOO_LARGE);
            peer.pause(20_000);
        });
        add("a large body", "200 first", Start.AFTER_REQUEST, "large", peer -> peer.send(FIRST));
        for (var tls : List.of("", "tls ")) {
            add(
                    tls + "a large body that is never read",
                    "timeout",
                    Start.AFTER_HEAD,
                    tls + "large stalls",
                    peer -> peer.pause(20_000));
        }
    }

    private static void overTls() {
        add("TLS", "200 first", Start.AFTER_REQUEST, "tls", peer -> peer.send(FIRST));
        add("TLS, cut within the body without an alert", "closed", Start.AFTER_REQUEST, "tls", peer -> {
            peer.send(INCOMPLETE);
            peer.raw().close();
        });
        add("TLS, a broken record within the body", "closed", Start.AFTER_REQUEST, "tls", peer -> {
            peer.send(INCOMPLETE);
            new Peer(peer.raw(), peer.raw()).send("\u0017\u0003\u0003\u0000 " + "x".repeat(32));
            peer.waitForCaller();
        });
        add("TLS, no length, closed with an alert", "200 first", Start.AFTER_REQUEST, "tls", peer -> {
            peer.send(OK + "\r\nfirst");
            peer.close();
        });
        add("TLS, no length, cut without an alert", "closed", Start.AFTER_REQUEST, "tls", peer -> {
            peer.send(OK + "\r\nfirst");
            peer.raw().close();
        });
        var noHandshake = "tls; 200 second; 1 received";
        add("TLS, closed at accept", noHandshake, Start.AT_ACCEPT, "tls", Peer::close);
        add("TLS, plain HTTP instead of a handshake", noHandshake, Start.AT_ACCEPT, "tls", peer -> {
            peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 5\r\n\r\nfirst");
            peer.waitForCaller();
        });
        add("TLS, a handshake that never begins", noHandshake, Start.AT_ACCEPT, "tls stalls", Peer::waitForCaller);
    }
}
