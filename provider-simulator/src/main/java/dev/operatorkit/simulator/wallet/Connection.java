package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.WireResult.Cause;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** Is one connection to a wallet, used by one call at a time. */
final class Connection implements Closeable {
    private static final int TRICKLES = 8;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private long idleSince = System.nanoTime();

    Connection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Sends all but the last few bytes, then those one by one over the given time. */
    void trickle(byte[] bytes, Duration time) throws IOException {
        var late = Math.min(TRICKLES, bytes.length);
        out.write(bytes, 0, bytes.length - late);
        out.flush();
        for (var i = bytes.length - late; i < bytes.length; i++) {
            pause(time.dividedBy(late));
            out.write(bytes, i, 1);
            out.flush();
        }
    }

    private static void pause(Duration time) throws CallException {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(Cause.CUT, "the simulator stopped");
        }
    }

    /** Sends half of the bytes and resets the connection. */
    void resetMidway(byte[] bytes) throws IOException {
        out.write(bytes, 0, bytes.length / 2);
        out.flush();
        socket.setSoLinger(true, 0);
        socket.close();
    }

    ResponseReader reader(CallLimits limits, Deadline deadline) {
        return new ResponseReader(
                (into, offset, length) -> {
                    socket.setSoTimeout(deadline.millisLeft());
                    try {
                        return in.read(into, offset, length);
                    } catch (SocketTimeoutException e) {
                        throw new CallException(Cause.TIMEOUT, "the response was not complete in time");
                    }
                },
                limits);
    }

    void markIdle() {
        idleSince = System.nanoTime();
    }

    boolean idleLongerThan(Duration time) {
        return System.nanoTime() - idleSince > time.toNanos();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The connection is unusable either way.
        }
    }
}
