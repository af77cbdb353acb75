package dev.operatorkit.reference;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** Stands in front of a right server, and makes it look like one with a fault. */
final class FaultyProxy implements AutoCloseable {
    private final InetSocketAddress server;
    private final PlantedFault fault;
    private final ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    FaultyProxy(InetSocketAddress server, PlantedFault fault) throws IOException {
        this.server = server;
        this.fault = fault;
        threads.execute(this::accept);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    private void accept() {
        try {
            while (true) {
                var caller = socket.accept();
                threads.execute(() -> forward(caller));
            }
        } catch (IOException e) {
            // closed: the test has ended
        }
    }

    private void forward(Socket caller) {
        // The server limits what one source may do without a valid signature, so each caller keeps its own.
        try (caller;
                var behind = new Socket(server.getAddress(), server.getPort(), caller.getInetAddress(), 0)) {
            var responses = threads.submit(() -> copy(behind, caller, fault::changeResponse));
            copy(caller, behind, fault::changeRequest);
            responses.get();
        } catch (Exception e) {
            // reset by one of the two: closing both shows it to the other
        }
    }

    private static Void copy(Socket from, Socket to, UnaryOperator<String> change) throws IOException {
        var buffer = new byte[64 * 1024];
        try {
            for (var read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                to.getOutputStream()
                        .write(change.apply(new String(buffer, 0, read, ISO_8859_1))
                                .getBytes(ISO_8859_1));
            }
        } finally {
            to.shutdownOutput();
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
