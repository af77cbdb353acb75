package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.HostileWallet.Line;
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
record HostileRow(
        String name, Start start, Script first, @Nullable Script second, boolean tls, boolean large, boolean stalls) {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String FIRST = OK + "Content-Length: 5\r\n\r\nfirst";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
    private static final List<HostileRow> ALL = new ArrayList<>();

    static List<HostileRow> all() {
        ALL.clear();
        interimResponses();
        chunks();
        lengths();
        heads();
        statusLines();
        bodiesWhereNoneBelongs();
        connections();
        reuse();
        requests();
        overTls();
        return List.copyOf(ALL);
    }

    private static void add(String name, Start start, Script first, @Nullable Script second, String traits) {
        ALL.add(new HostileRow(
                name,
                start,
                first,
                second,
                traits.contains("tls"),
                traits.contains("large"),
                traits.contains("stalls")));
    }

    private static void add(String name, Script first) {
        add(name, Start.AFTER_REQUEST, first, null, "");
    }

    private static void addStalling(String name, Script first) {
        add(name, Start.AFTER_REQUEST, first, null, "stalls");
    }

    /** Adds a wallet that sends these bytes and keeps the connection open. */
    private static void says(String name, String response) {
        add(name, line -> line.say(response));
    }

    /** Adds a wallet that sends these bytes and closes the connection. */
    private static void saysAndCloses(String name, String response) {
        add(name, line -> {
            line.say(response);
            line.close();
        });
    }

    private static void saysAndStalls(String name, String response) {
        addStalling(name, line -> line.say(response));
    }

    private static void interimResponses() {
        says("an ordinary response", FIRST);
        says("100 before the response", "HTTP/1.1 100 Continue\r\n\r\n" + FIRST);
        says(
                "two 103 with headers before the response",
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(2) + FIRST);
        says("twenty 100 before the response", "HTTP/1.1 100 Continue\r\n\r\n".repeat(20) + FIRST);
        add("endless 100", line -> line.repeat("HTTP/1.1 100 Continue\r\n\r\n"));
        says("101 that nobody asked for, then the response", "HTTP/1.1 101 Switching Protocols\r\n\r\n" + FIRST);
        saysAndStalls("100 and nothing more", "HTTP/1.1 100 Continue\r\n\r\n");
    }

    private static void chunks() {
        says("chunks", CHUNKED + "2\r\nfi\r\n3\r\nrst\r\n0\r\n\r\n");
        says("chunks with trailers", CHUNKED + "5\r\nfirst\r\n0\r\nExpires: now\r\nContent-Length: 1\r\n\r\n");
        says("chunk extensions", CHUNKED + "5;a=b;c=\"d\"\r\nfirst\r\n0;e\r\n\r\n");
        says("Chunked in capitals", OK + "TRANSFER-ENCODING: Chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n");
        says("chunks of LF lines", CHUNKED + "5\nfirst\n0\n\n");
        says("a chunk size that is no number", CHUNKED + "xyz\r\nfirst\r\n0\r\n\r\n");
        says("a negative chunk size", CHUNKED + "-5\r\nfirst\r\n0\r\n\r\n");
        says("an empty chunk size", CHUNKED + "\r\nfirst\r\n0\r\n\r\n");
        says("a chunk size beyond 64 bits", CHUNKED + "FFFFFFFFFFFFFFFFF\r\nfirst\r\n0\r\n\r\n");
        says("a chunk of 100 MB announced", CHUNKED + "5F5E100\r\nfirst");
        says("a chunk longer than its size", CHUNKED + "3\r\nfirst\r\n0\r\n\r\n");
        saysAndCloses("chunks without the last one", CHUNKED + "5\r\nfirst\r\n");
        saysAndCloses("half a chunk", CHUNKED + "5\r\nfir");
        saysAndStalls("chunks that never end", CHUNKED + "5\r\nfirst\r\n");
        add("endless chunks of one byte", line -> {
            line.say(CHUNKED);
            line.repeat("1\r\n{\r\n");
        });
        says("two transfer codings", OK + "Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n");
        saysAndCloses("an unknown transfer coding", OK + "Transfer-Encoding: rot13\r\n\r\nfirst");
        says("the coding identity", OK + "Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nfirst");
        says("chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n");
    }

    private static void lengths() {
        says(
                "chunks and a Content-Length",
                OK + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n");
        says("two equal Content-Lengths", OK + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nfirst");
        says("two different Content-Lengths", OK + "Content-Length: 5\r\nContent-Length: 3\r\n\r\nfirst");
        says("equal Content-Lengths in a list", OK + "Content-Length: 5, 5\r\n\r\nfirst");
        says("different Content-Lengths in a list", OK + "Content-Length: 5, 3\r\n\r\nfirst");
        says("a Content-Length that is no number", OK + "Content-Length: five\r\n\r\nfirst");
        says("a negative Content-Length", OK + "Content-Length: -5\r\n\r\nfirst");
        says("a Content-Length with a sign", OK + "Content-Length: +5\r\n\r\nfirst");
        says("a Content-Length beyond 64 bits", OK + "Content-Length: 99999999999999999999\r\n\r\nfirst");
        says("a Content-Length of 100 MB", OK + "Content-Length: 100000000\r\n\r\nfirst");
        saysAndCloses("a Content-Length longer than the body, then closed", OK + "Content-Length: 9\r\n\r\nfirst");
        saysAndStalls("a Content-Length longer than the body, kept open", OK + "Content-Length: 9\r\n\r\nfirst");
        says("a Content-Length shorter than the body", OK + "Content-Length: 5\r\n\r\nfirst and more");
        says("two responses to one request", FIRST + FIRST.replace("first", "other"));
        saysAndCloses("no length, then closed", OK + "\r\nfirst");
        saysAndStalls("no length, kept open", OK + "\r\nfirst");
        add("no length and an endless body", line -> {
            line.say(OK + "\r\n");
            line.repeat("first".repeat(1000));
        });
    }

    private static void heads() {
        saysAndCloses("LF lines", FIRST.replace("\r\n", "\n"));
        says("a folded header", OK + "X-A: one\r\n two\r\nContent-Length: 5\r\n\r\nfirst");
        says(
                "a folded header that looks like a length",
                OK + "X-A: b\r\n Content-Length: 3\r\nContent-Length: 5\r\n\r\nfirst");
        says("a folded Content-Length", OK + "Content-Length:\r\n 5\r\n\r\nfirst");
        says("white space before the first header", OK + " X-A: b\r\nContent-Length: 5\r\n\r\nfirst");
        saysAndCloses("a space before the colon", OK + "Content-Length : 5\r\n\r\nfirst and more");
        says("a header without a colon", OK + "X-A\r\nContent-Length: 5\r\n\r\nfirst");
        says("a header without a name", OK + ": a\r\nContent-Length: 5\r\n\r\nfirst");
        says("a NUL and a bare CR in a header", OK + "X-A: b\0c\rd\r\nContent-Length: 5\r\n\r\nfirst");
        says("a header of 12 kB", OK + "X-A: " + "b".repeat(12_000) + "\r\nContent-Length: 5\r\n\r\nfirst");
        says("a header of 30 kB", OK + "X-A: " + "b".repeat(30_000) + "\r\nContent-Length: 5\r\n\r\nfirst");
        add("an endless header", line -> {
            line.say(OK + "X-A: ");
            line.repeat("b".repeat(1000));
        });
        add("endless headers", line -> {
            line.say(OK);
            line.repeat("X-A: b\r\n");
        });
        saysAndCloses("half a head, then closed", OK + "Content-Len");
        saysAndCloses("a head without a body, then closed", OK + "Content-Length: 5\r\n\r\n");
        add("slow bytes within the time limit", line -> line.drip(FIRST, 5));
        addStalling("slow bytes beyond the time limit", line -> line.drip(FIRST, 100));
    }

    private static void statusLines() {
        says("no reason phrase", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nfirst");
        says("HTTP/1.2", "HTTP/1.2 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
        saysAndCloses("HTTP/2.0", "HTTP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
        saysAndCloses("http in lower case", "http/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
        saysAndCloses("a status of two digits", "HTTP/1.1 20 OK\r\nContent-Length: 5\r\n\r\nfirst");
        saysAndCloses("a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 5\r\n\r\nfirst");
        saysAndCloses("no status line at all", "{\"first\":1}\r\n");
        saysAndCloses("another protocol", "SSH-2.0-OpenSSH_9\r\n");
        says("an empty line before the status line", "\r\n" + FIRST);
        saysAndCloses("HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
        saysAndCloses("HTTP/1.0 without a length", "HTTP/1.0 200 OK\r\n\r\nfirst");
        says(
                "HTTP/1.0 with keep-alive",
                FIRST.replace("HTTP/1.1", "HTTP/1.0").replace("\r\n\r\n", "\r\nConnection: Keep-Alive\r\n\r\n"));
    }

    private static void bodiesWhereNoneBelongs() {
        says("204 with a body", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nfirst");
        says("304 with a body", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nfirst");
        add("204 with a body in the next packet", line -> {
            line.say("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n");
            line.pause(100);
            line.say("first");
        });
        says("304 with the length of the body left out", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n");
        says("205 with an empty body", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n");
    }

    private static void connections() {
        add("reset at accept", Start.AT_ACCEPT, Line::reset, null, "");
        add("closed at accept", Start.AT_ACCEPT, Line::close, null, "");
        add(
                "a response at accept, before any request",
                Start.AT_ACCEPT,
                line -> {
                    line.say("HTTP/1.1 408 Request Timeout\r\nContent-Length: 5\r\nConnection: close\r\n\r\nfirst");
                    line.socket().shutdownOutput();
                    line.waitForCaller();
                },
                null,
                "");
        add("reset after the request", Line::reset);
        add("closed after the request", Line::close);
        addStalling("no response at all", Line::waitForCaller);
        add("half closed without a response", line -> {
            line.socket().shutdownOutput();
            line.waitForCaller();
        });
        add("half closed after half a body", line -> {
            line.say(OK + "Content-Length: 9\r\n\r\nfirst");
            line.socket().shutdownOutput();
            line.waitForCaller();
        });
        add("reset within the body", line -> {
            line.say(OK + "Content-Length: 9\r\n\r\nfirst");
            line.pause(100);
            line.reset();
        });
    }

    private static void reuse() {
        saysAndCloses("kept alive, then closed", FIRST);
        add("kept alive, then reset", line -> {
            line.say(FIRST);
            line.pause(100);
            line.reset();
        });
        add("kept alive, then half closed", line -> {
            line.say(FIRST);
            line.socket().shutdownOutput();
        });
        add("kept alive, closed by the second request", Start.AFTER_REQUEST, line -> line.say(FIRST), Line::close, "");
        add("kept alive, reset by the second request", Start.AFTER_REQUEST, line -> line.say(FIRST), Line::reset, "");
        add(
                "kept alive, closed within the second head",
                Start.AFTER_REQUEST,
                line -> line.say(FIRST),
                line -> {
                    line.say("HTTP/1.1 2");
                    line.close();
                },
                "");
        add(
                "kept alive, no second response",
                Start.AFTER_REQUEST,
                line -> line.say(FIRST),
                Line::waitForCaller,
                "stalls");
        add("kept alive, then 408 and closed", line -> {
            line.say(FIRST);
            line.pause(100);
            line.say("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            line.close();
        });
        says("Connection: close, kept open", FIRST.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
        saysAndCloses(
                "Connection: keep-alive, close",
                FIRST.replace("\r\n\r\n", "\r\nConnection: keep-alive, close\r\n\r\n"));
        saysAndCloses(
                "Connection: close in the second of two headers",
                FIRST.replace("\r\n\r\n", "\r\nConnection: keep-alive\r\nConnection: Close\r\n\r\n"));
        says("Connection: closed", FIRST.replace("\r\n\r\n", "\r\nConnection: closed\r\n\r\n"));
    }

    private static void requests() {
        add(
                "a response before the body was read, then closed",
                Start.AFTER_HEAD,
                line -> {
                    line.say("HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nfirst");
                    line.close();
                },
                null,
                "");
        add(
                "413 before a large body was read, then closed",
                Start.AFTER_HEAD,
                line -> {
                    line.say("HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nfirst");
                    line.pause(300);
                    line.close();
                },
                null,
                "large");
        add(
                "413 before a large body was read, kept open and unread",
                Start.AFTER_HEAD,
                line -> {
                    line.say("HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nfirst");
                    line.pause(20_000);
                },
                null,
                "large stalls");
        add("a large body that is never read", Start.AFTER_HEAD, line -> line.pause(20_000), null, "large stalls");
        add("a large body", Start.AFTER_REQUEST, line -> line.say(FIRST), null, "large");
    }

    private static void overTls() {
        add("TLS", Start.AFTER_REQUEST, line -> line.say(FIRST), null, "tls");
        add(
                "TLS, closed within the body",
                Start.AFTER_REQUEST,
                line -> {
                    line.say(OK + "Content-Length: 9\r\n\r\nfirst");
                    line.close();
                },
                null,
                "tls");
        add(
                "TLS, cut within the body without an alert",
                Start.AFTER_REQUEST,
                line -> {
                    line.say(OK + "Content-Length: 9\r\n\r\nfirst");
                    line.raw().close();
                },
                null,
                "tls");
        add(
                "TLS, a broken record within the body",
                Start.AFTER_REQUEST,
                line -> {
                    line.say(OK + "Content-Length: 9\r\n\r\nfirst");
                    new Line(line.raw(), line.raw()).say("\u0017\u0003\u0003\u0000 " + "x".repeat(32));
                    line.waitForCaller();
                },
                null,
                "tls");
        add(
                "TLS, no length, closed with an alert",
                Start.AFTER_REQUEST,
                line -> {
                    line.say(OK + "\r\nfirst");
                    line.close();
                },
                null,
                "tls");
        add(
                "TLS, no length, cut without an alert",
                Start.AFTER_REQUEST,
                line -> {
                    line.say(OK + "\r\nfirst");
                    line.raw().close();
                },
                null,
                "tls");
        add(
                "TLS, kept alive, then closed",
                Start.AFTER_REQUEST,
                line -> {
                    line.say(FIRST);
                    line.close();
                },
                null,
                "tls");
        add("TLS, closed at accept", Start.AT_ACCEPT, Line::close, null, "tls");
        add("TLS, reset at accept", Start.AT_ACCEPT, Line::reset, null, "tls");
        add(
                "TLS, plain HTTP instead of a handshake",
                Start.AT_ACCEPT,
                line -> {
                    line.say("HTTP/1.1 400 Bad Request\r\nContent-Length: 5\r\n\r\nfirst");
                    line.waitForCaller();
                },
                null,
                "tls");
        add("TLS, a handshake that never begins", Start.AT_ACCEPT, Line::waitForCaller, null, "tls stalls");
        add(
                "TLS, a handshake byte by byte",
                Start.AT_ACCEPT,
                line -> line.drip("\u0016\u0003\u0003@\u0000" + "\u0002".repeat(60), 100),
                null,
                "tls stalls");
        add(
                "TLS, a large body that is never read",
                Start.AFTER_HEAD,
                line -> line.pause(20_000),
                null,
                "tls large stalls");
    }
}
