package dev.operatorkit.malformed;

import dev.operatorkit.malformed.MalformedRequest.End;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Sends one malformed request on a connection of its own, with a valid request after it, and judges what comes back. */
final class Exchange {
    private static final int OK = 200;
    private static final int FIRST_ERROR = 400;
    private static final int NOT_FOUND = 404;
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final int LONGEST_BYTE_BY_BYTE = 400;

    private final Target target;
    private final MalformedRequest request;
    private final RandomGenerator random;

    Exchange(Target target, MalformedRequest request, RandomGenerator random) {
        this.target = target;
        this.request = request;
        this.random = random;
    }

    /** Sends the request and returns the status of its response, or 0 if the connection was closed without one. Throws a {@link Violation}. */
    int run() throws IOException {
        var isSecond = random.nextInt(8) == 0;
        var sent = new ByteArrayOutputStream();
        if (isSecond) {
            sent.writeBytes(Message.signed(target, target.read(random)).toBytes());
        }
        sent.writeBytes(request.bytes());
        if (request.end() != End.CUT) {
            var next = request.end() == End.CLOSED ? target.write(random) : target.read(random);
            var message = Message.signed(target, next);
            message.add("Connection: close");
            sent.writeBytes(message.toBytes());
        }
        var received = exchange(sent.toByteArray());
        var responses = Responses.read(received, request.isHead() ? (isSecond ? 1 : 0) : -1);
        if (isSecond) {
            if (responses.isEmpty() || responses.getFirst().status() != OK) {
                throw new Violation("the valid request before it got " + responses);
            }
            responses = responses.subList(1, responses.size());
        }
        judge(responses);
        return responses.isEmpty() ? 0 : responses.getFirst().status();
    }

    private void judge(List<Responses.Response> responses) {
        var expected = request.statuses();
        if (responses.isEmpty()) {
            if (request.end() == End.CUT) {
                return;
            }
            throw new Violation("the connection was closed without a response");
        }
        for (var i = 0; i < responses.size(); i++) {
            var response = responses.get(i);
            var allowed = i < expected.size() ? expected.get(i) : Set.of(OK);
            if (!allowed.contains(response.status())) {
                throw new Violation("response " + (i + 1) + " has status " + response.status() + ", not one of "
                        + allowed + ": " + response.body());
            }
            if (mustExplain(response) && !response.body().startsWith("{\"message\":\"")) {
                throw new Violation("the error has no message in JSON: " + response.body());
            }
        }
        var most = expected.size() + (request.end() == End.OPEN ? 1 : 0);
        if (responses.size() > most) {
            throw new Violation(
                    responses.size() + " responses, although " + most + " requests were sent: " + responses);
        }
        if (responses.size() < most && !responses.getLast().isLast()) {
            throw new Violation("the connection was closed without an announcement after " + responses);
        }
    }

    /** Returns whether this is an error in response to a program (GEN-7). A path that does not exist could be one of a page. */
    private boolean mustExplain(Responses.Response response) {
        return target.isSigned()
                && response.status() >= FIRST_ERROR
                && response.status() != NOT_FOUND
                && !response.body().isEmpty();
    }

    private byte[] exchange(byte[] sent) throws IOException {
        var received = new ByteArrayOutputStream();
        try (var socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            // Another source each time: what one source may do without a valid signature is limited.
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(source()), 0));
            socket.connect(target.address());
            try {
                write(socket, sent);
                socket.getInputStream().transferTo(received);
            } catch (SocketTimeoutException e) {
                throw new Violation("the connection was still open after " + TIMEOUT_MILLIS + " ms, with "
                        + received.size() + " bytes received");
            } catch (IOException e) {
                // Closed while it was written or read: what was received before counts.
                readRest(socket, received);
            }
        }
        return received.toByteArray();
    }

    private static void readRest(Socket socket, ByteArrayOutputStream received) {
        try {
            socket.getInputStream().transferTo(received);
        } catch (IOException e) {
            // reset
        }
    }

    private byte[] source() {
        return new byte[] {127, (byte) random.nextInt(1, 255), (byte) random.nextInt(255), (byte) random.nextInt(1, 255)
        };
    }

    private void write(Socket socket, byte[] sent) throws IOException {
        var out = socket.getOutputStream();
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> {
                var cut = random.nextInt(sent.length);
                out.write(sent, 0, cut);
                out.flush();
                out.write(sent, cut, sent.length - cut);
            }
            case 4 -> {
                var slow = Math.min(sent.length, LONGEST_BYTE_BY_BYTE);
                for (var i = 0; i < slow; i++) {
                    out.write(sent[i]);
                }
                out.write(Arrays.copyOfRange(sent, slow, sent.length));
            }
            default -> out.write(sent);
        }
        if (request.end() == End.CUT) {
            socket.shutdownOutput();
        }
    }
}
