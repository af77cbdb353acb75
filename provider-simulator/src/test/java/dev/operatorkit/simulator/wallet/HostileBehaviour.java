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
 * @param name the behaviour
 * @param start when the wallet begins with it
 * @param first its treatment of the first request
 * @param second its treatment of the second request; null when that one is answered correctly
 * @param tls true if the wallet speaks TLS
 * @param large true if the request is larger than any buffer of a connection
 * @param stalls true if the caller has to give up at its time limit
 */
record HostileBehaviour(
        String name, Start start, Script first, @Nullable Script second, boolean tls, boolean large, boolean stalls) {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String FIRST = OK + "Content-Length: 5\r\n\r\nfirst";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
    private static final String TOO_LARGE =
            "HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nfirst";
    private static final List<HostileBehaviour> ALL = new ArrayList<>();

    static List<HostileBehaviour> all() {
        ALL.clear();
        interimResponses();
        chunks();
        lengths();
        heads();
        statusLines();
        unexpectedBodies();
        connections();
        reuse();
        requests();
        overTls();
        return List.copyOf(ALL);
    }

    private static void add(String name, Start start, Script first, @Nullable Script second, String traits) {
        ALL.add(new HostileBehaviour(
                name,
                start,
                first,
                second,
                traits.contains("tls"),
                traits.contains("large"),
                traits.contains("stalls")));
    }

    private static void add(String name, Start start, String traits, Script first) {
        add(name, start, first, null, traits);
    }

    private static void add(String name, Script first) {
        add(name, Start.AFTER_REQUEST, "", first);
    }

    private static void addStalling(String name, Script first) {
        add(name, Start.AFTER_REQUEST, "stalls", first);
    }

    /** Adds a wallet that sends these bytes and keeps the connection open. */
    private static void add(String name, String response) {
        add(name, peer -> peer.send(response));
    }

    /** Adds a wallet that sends these bytes and closes the peer. */
    private static void addClosing(String name, String response) {
        add(name, peer -> {
            peer.send(response);
            peer.close();
        });
    }

    private static void addStalling(String name, String response) {
        addStalling(name, peer -> peer.send(response));
    }

    private static void interimResponses() {
        add("an ordinary response", FIRST);
        add("100 before the response", "HTTP/1.1 100 Continue\r\n\r\n" + FIRST);
        add(
                "two 103 with headers before the response",
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(2) + FIRST);
        add("twenty 100 before the response", "HTTP/1.1 100 Continue\r\n\r\n".repeat(20) + FIRST);
        add("endless 100", peer -> peer.sendForever("HTTP/1.1 100 Continue\r\n\r\n"));
        add("101 that nobody asked for, then the response", "HTTP/1.1 101 Switching Protocols\r\n\r\n" + FIRST);
        addStalling("100 and nothing more", "HTTP/1.1 100 Continue\r\n\r\n");
    }

    private static void chunks() {
        add("chunks", CHUNKED + "2\r\nfi\r\n3\r\nrst\r\n0\r\n\r\n");
        add("chunks with trailers", CHUNKED + "5\r\nfirst\r\n0\r\nExpires: now\r\nContent-Length: 1\r\n\r\n");
        add("chunk extensions", CHUNKED + "5;a=b;c=\"d\"\r\nfirst\r\n0;e\r\n\r\n");
        add("Chunked in capitals", OK + "TRANSFER-ENCODING: Chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n");
        add("chunks of LF lines", CHUNKED + "5\nfirst\n0\n\n");
        add("a chunk size that is no number", CHUNKED + "xyz\r\nfirst\r\n0\r\n\r\n");
        add("a negative chunk size", CHUNKED + "-5\r\nfirst\r\n0\r\n\r\n");
        add("an empty chunk size", CHUNKED + "\r\nfirst\r\n0\r\n\r\n");
        add("a chunk size beyond 64 bits", CHUNKED + "FFFFFFFFFFFFFFFFF\r\nfirst\r\n0\r\n\r\n");
        add("a chunk of 100 MB announced", CHUNKED + "5F5E100\r\nfirst");
        add("a chunk longer than its size", CHUNKED + "3\r\nfirst\r\n0\r\n\r\n");
        addClosing("chunks without the last one", CHUNKED + "5\r\nfirst\r\n");
        addClosing("half a chunk", CHUNKED + "5\r\nfir");
        addStalling("chunks that never end", CHUNKED + "5\r\nfirst\r\n");
        add("endless chunks of one byte", peer -> {
            peer.send(CHUNKED);
            peer.sendForever("1\r\n{\r\n");
        });
        add("two transfer codings", OK + "Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n");
        addClosing("an unknown transfer coding", OK + "Transfer-Encoding: rot13\r\n\r\nfirst");
        add("the coding identity", OK + "Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nfirst");
        add("chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n");
    }

    private static void lengths() {
        add(
                "chunks and a Content-Length",
                OK + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n");
        add("two equal Content-Lengths", OK + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nfirst");
        add("two different Content-Lengths", OK + "Content-Length: 5\r\nContent-Length: 3\r\n\r\nfirst");
        add("equal Content-Lengths in a list", OK + "Content-Length: 5, 5\r\n\r\nfirst");
        add("different Content-Lengths in a list", OK + "Content-Length: 5, 3\r\n\r\nfirst");
        add("a Content-Length that is no number", OK + "Content-Length: five\r\n\r\nfirst");
        add("a negative Content-Length", OK + "Content-Length: -5\r\n\r\nfirst");
        add("a Content-Length with a sign", OK + "Content-Length: +5\r\n\r\nfirst");
        add("a Content-Length beyond 64 bits", OK + "Content-Length: 99999999999999999999\r\n\r\nfirst");
        add("a Content-Length of 100 MB", OK + "Content-Length: 100000000\r\n\r\nfirst");
        addClosing("a Content-Length longer than the body, then closed", OK + "Content-Length: 9\r\n\r\nfirst");
        addStalling("a Content-Length longer than the body, kept open", OK + "Content-Length: 9\r\n\r\nfirst");
        add("a Content-Length shorter than the body", OK + "Content-Length: 5\r\n\r\nfirst and more");
        add("two responses to one request", FIRST + FIRST.replace("first", "other"));
        addClosing("no length, then closed", OK + "\r\nfirst");
        addStalling("no length, kept open", OK + "\r\nfirst");
        add("no length and an endless body", peer -> {
            peer.send(OK + "\r\n");
            peer.sendForever("first".repeat(1000));
        });
    }

    private static void heads() {
        addClosing("LF lines", FIRST.replace("\r\n", "\n"));
        add("a folded header", OK + "X-A: one\r\n two\r\nContent-Length: 5\r\n\r\nfirst");
        add(
                "a folded header that looks like a length",
                OK + "X-A: b\r\n Content-Length: 3\r\nContent-Length: 5\r\n\r\nfirst");
        add("a folded Content-Length", OK + "Content-Length:\r\n 5\r\n\r\nfirst");
        add("white space before the first header", OK + " X-A: b\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("a space before the colon", OK + "Content-Length : 5\r\n\r\nfirst and more");
        add("a header without a colon", OK + "X-A\r\nContent-Length: 5\r\n\r\nfirst");
        add("a header without a name", OK + ": a\r\nContent-Length: 5\r\n\r\nfirst");
        add("a NUL and a bare CR in a header", OK + "X-A: b\0c\rd\r\nContent-Length: 5\r\n\r\nfirst");
        add("a header of 12 kB", OK + "X-A: " + "b".repeat(12_000) + "\r\nContent-Length: 5\r\n\r\nfirst");
        add("a header of 30 kB", OK + "X-A: " + "b".repeat(30_000) + "\r\nContent-Length: 5\r\n\r\nfirst");
        add("an endless header", peer -> {
            peer.send(OK + "X-A: ");
            peer.sendForever("b".repeat(1000));
        });
        add("endless headers", peer -> {
            peer.send(OK);
            peer.sendForever("X-A: b\r\n");
        });
        addClosing("half a head, then closed", OK + "Content-Len");
        addClosing("a head without a body, then closed", OK + "Content-Length: 5\r\n\r\n");
        add("slow bytes within the time limit", peer -> peer.sendSlowly(FIRST, 5));
        addStalling("slow bytes beyond the time limit", peer -> peer.sendSlowly(FIRST, 100));
    }

    private static void statusLines() {
        add("no reason phrase", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nfirst");
        add("HTTP/1.2", "HTTP/1.2 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("HTTP/2.0", "HTTP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("http in lower case", "http/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("a status of two digits", "HTTP/1.1 20 OK\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("no status line at all", "{\"first\":1}\r\n");
        addClosing("another protocol", "SSH-2.0-OpenSSH_9\r\n");
        add("an empty line before the status line", "\r\n" + FIRST);
        addClosing("HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
        addClosing("HTTP/1.0 without a length", "HTTP/1.0 200 OK\r\n\r\nfirst");
        add(
                "HTTP/1.0 with keep-alive",
                FIRST.replace("HTTP/1.1", "HTTP/1.0").replace("\r\n\r\n", "\r\nConnection: Keep-Alive\r\n\r\n"));
    }

    private static void unexpectedBodies() {
        add("204 with a body", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nfirst");
        add("304 with a body", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nfirst");
        add("204 with a body in the next packet", peer -> {
            peer.send("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n");
            peer.pause(100);
            peer.send("first");
        });
        add("304 with the length of the body left out", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n");
        add("205 with an empty body", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n");
    }

    private static void connections() {
        add("reset at accept", Start.AT_ACCEPT, "", Peer::reset);
        add("closed at accept", Start.AT_ACCEPT, "", Peer::close);
        add("a response at accept, before any request", Start.AT_ACCEPT, "", peer -> {
            peer.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 5\r\nConnection: close\r\n\r\nfirst");
            peer.socket().shutdownOutput();
            peer.waitForCaller();
        });
        add("reset after the request", Peer::reset);
        add("closed after the request", Peer::close);
        addStalling("no response at all", Peer::waitForCaller);
        add("half closed without a response", peer -> {
            peer.socket().shutdownOutput();
            peer.waitForCaller();
        });
        add("half closed after half a body", peer -> {
            peer.send(OK + "Content-Length: 9\r\n\r\nfirst");
            peer.socket().shutdownOutput();
            peer.waitForCaller();
        });
        add("reset within the body", peer -> {
            peer.send(OK + "Content-Length: 9\r\n\r\nfirst");
            peer.pause(100);
            peer.reset();
        });
    }

    private static void reuse() {
        addClosing("kept alive, then closed", FIRST);
        add("kept alive, then reset", peer -> {
            peer.send(FIRST);
            peer.pause(100);
            peer.reset();
        });
        add("kept alive, then half closed", peer -> {
            peer.send(FIRST);
            peer.socket().shutdownOutput();
        });
        add("kept alive, closed by the second request", Start.AFTER_REQUEST, peer -> peer.send(FIRST), Peer::close, "");
        add("kept alive, reset by the second request", Start.AFTER_REQUEST, peer -> peer.send(FIRST), Peer::reset, "");
        add(
                "kept alive, closed within the second head",
                Start.AFTER_REQUEST,
                peer -> peer.send(FIRST),
                peer -> {
                    peer.send("HTTP/1.1 2");
                    peer.close();
                },
                "");
        add(
                "kept alive, no second response",
                Start.AFTER_REQUEST,
                peer -> peer.send(FIRST),
                Peer::waitForCaller,
                "stalls");
        add("kept alive, then 408 and closed", peer -> {
            peer.send(FIRST);
            peer.pause(100);
            peer.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            peer.close();
        });
        add("Connection: close, kept open", FIRST.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
        addClosing(
                "Connection: keep-alive, close",
                FIRST.replace("\r\n\r\n", "\r\nConnection: keep-alive, close\r\n\r\n"));
        addClosing(
                "Connection: close in the second of two headers",
                FIRST.replace("\r\n\r\n", "\r\nConnection: keep-alive\r\nConnection: Close\r\n\r\n"));
        add("Connection: closed", FIRST.replace("\r\n\r\n", "\r\nConnection: closed\r\n\r\n"));
    }

    private static void requests() {
        add("a response before the body was read, then closed", Start.AFTER_HEAD, "", peer -> {
            peer.send(TOO_LARGE);
            peer.close();
        });
        add("413 before a large body was read, then closed", Start.AFTER_HEAD, "large", peer -> {
            peer.send(TOO_LARGE);
            peer.pause(300);
            peer.close();
        });
        add("413 before a large body was read, kept open and unread", Start.AFTER_HEAD, "large stalls", peer -> {
            peer.send(TOO_LARGE);
            peer.pause(20_000);
        });
        add("a large body that is never read", Start.AFTER_HEAD, "large stalls", peer -> peer.pause(20_000));
        add("a large body", Start.AFTER_REQUEST, "large", peer -> peer.send(FIRST));
    }

    private static void overTls() {
        add("TLS", Start.AFTER_REQUEST, "tls", peer -> peer.send(FIRST));
        add("TLS, closed within the body", Start.AFTER_REQUEST, "tls", peer -> {
            peer.send(OK + "Content-Length: 9\r\n\r\nfirst");
            peer.close();
        });
        add("TLS, cut within the body without an alert", Start.AFTER_REQUEST, "tls", peer -> {
            peer.send(OK + "Content-Length: 9\r\n\r\nfirst");
            peer.raw().close();
        });
        add("TLS, a broken record within the body", Start.AFTER_REQUEST, "tls", peer -> {
            peer.send(OK + "Content-Length: 9\r\n\r\nfirst");
            new Peer(peer.raw(), peer.raw()).send("\u0017\u0003\u0003\u0000 " + "x".repeat(32));
            peer.waitForCaller();
        });
        add("TLS, no length, closed with an alert", Start.AFTER_REQUEST, "tls", peer -> {
            peer.send(OK + "\r\nfirst");
            peer.close();
        });
        add("TLS, no length, cut without an alert", Start.AFTER_REQUEST, "tls", peer -> {
            peer.send(OK + "\r\nfirst");
            peer.raw().close();
        });
        add("TLS, kept alive, then closed", Start.AFTER_REQUEST, "tls", peer -> {
            peer.send(FIRST);
            peer.close();
        });
        add("TLS, closed at accept", Start.AT_ACCEPT, "tls", Peer::close);
        add("TLS, reset at accept", Start.AT_ACCEPT, "tls", Peer::reset);
        add("TLS, plain HTTP instead of a handshake", Start.AT_ACCEPT, "tls", peer -> {
            peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 5\r\n\r\nfirst");
            peer.waitForCaller();
        });
        add("TLS, a handshake that never begins", Start.AT_ACCEPT, "tls stalls", Peer::waitForCaller);
        add(
                "TLS, a handshake byte by byte",
                Start.AT_ACCEPT,
                "tls stalls",
                peer -> peer.sendSlowly("\u0016\u0003\u0003@\u0000" + "\u0002".repeat(60), 100));
        add("TLS, a large body that is never read", Start.AFTER_HEAD, "tls large stalls", peer -> peer.pause(20_000));
    }
}
