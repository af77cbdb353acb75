package dev.operatorkit.examples;

import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.WalletCallbacks;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.flow.FlowControlHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the wallet callbacks with Netty. {@link WalletCallbacks#handle} waits for the database, so it runs on a virtual
 * thread for each request and never on an event loop, where it would stop every other connection of that loop.
 */
public final class NettyServer implements AutoCloseable {
    /** Holds the size of a head with the longest token, each of its characters escaped (D-36). */
    private static final int HEAD_BYTES = 32 * 1024;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final Channel server;

    /** Starts a server on an address. */
    public NettyServer(InetSocketAddress address, WalletCallbacks callbacks) {
        server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel connection) {
                        connection
                                .pipeline()
                                .addLast(new HttpServerCodec(new HttpDecoderConfig()
                                        .setMaxInitialLineLength(HEAD_BYTES)
                                        .setMaxHeaderSize(HEAD_BYTES)))
                                .addLast(new HttpServerKeepAliveHandler())
                                // Twice as much as a callback may have, so that the callbacks answer what is too large.
                                .addLast(new HttpObjectAggregator(2 * WalletCallbacks.MAX_BODY_BYTES))
                                .addLast(new FlowControlHandler())
                                .addLast(new CallbackHandler(callbacks, requests));
                    }
                })
                .bind(address)
                .syncUninterruptibly()
                .channel();
    }

    /** Returns the address that it listens on. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    /** Stops accepting connections, answers the callbacks in progress, and closes the connections. */
    @Override
    public void close() {
        server.close().syncUninterruptibly();
        requests.close();
        loops.shutdownGracefully().syncUninterruptibly();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed or written to is gone
    private static final class CallbackHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final WalletCallbacks callbacks;
        private final ExecutorService requests;

        CallbackHandler(WalletCallbacks callbacks, ExecutorService requests) {
            this.callbacks = callbacks;
            this.requests = requests;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext connection, FullHttpRequest request) {
            if (request.decoderResult().isFailure()) {
                connection.close();
                return;
            }
            var callback = toCallback(connection, request);
            // The connection is read again after the response, so that requests sent ahead are answered in their order.
            connection.channel().config().setAutoRead(false);
            requests.execute(() -> connection
                    .writeAndFlush(toResponse(callbacks.handle(callback)))
                    .addListener(sent -> connection.channel().config().setAutoRead(true)));
        }

        /** Copies what was received, because Netty uses the buffers again. */
        private static CallbackRequest toCallback(ChannelHandlerContext connection, FullHttpRequest request) {
            return CallbackRequest.of(
                    request.method().name(),
                    request.uri(),
                    request.headers()::getAll,
                    ByteBufUtil.getBytes(request.content()),
                    ((InetSocketAddress) connection.channel().remoteAddress()).getAddress());
        }

        private static DefaultFullHttpResponse toResponse(CallbackResponse answer) {
            var response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    HttpResponseStatus.valueOf(answer.status()),
                    Unpooled.wrappedBuffer(answer.body()));
            answer.headers().forEach(response.headers()::set);
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, answer.body().length);
            return response;
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext connection, Throwable failure) {
            connection.close();
        }
    }
}
