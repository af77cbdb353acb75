package dev.operatorkit.client.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ServerSocketFactory;

/**
 * Creates server sockets that send each write immediately ({@code TCP_NODELAY}). Otherwise the body of a response, which is
 * written after its headers, waits up to 40 ms until the client has acknowledged the headers.
 */
final class UndelayedSockets extends ServerSocketFactory {
    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new ServerSocket() {
            @Override
            public Socket accept() throws IOException {
                var socket = super.accept();
                socket.setTcpNoDelay(true);
                return socket;
            }
        };
    }

    @Override
    public ServerSocket createServerSocket(int port) {
        throw new UnsupportedOperationException("the fake binds its socket itself");
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) {
        throw new UnsupportedOperationException("the fake binds its socket itself");
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
        throw new UnsupportedOperationException("the fake binds its socket itself");
    }
}
