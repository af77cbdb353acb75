package dev.operatorkit.client;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Response;

/**
 * Lets no call over HTTP/1.1 use the connection of another one, which says nothing about the call that a response belongs to: where a
 * provider or a proxy has sent one too many, each later call would get the response of the one before it, such as another player's launch
 * link. A stream of HTTP/2 has a number, so its connections are shared.
 */
final class OwnConnection implements Interceptor {
    @Override
    public Response intercept(Chain chain) throws IOException {
        var connection = chain.connection();
        var isShared = connection != null && connection.protocol() != Protocol.HTTP_1_1;
        return chain.proceed(
                isShared
                        ? chain.request()
                        : chain.request()
                                .newBuilder()
                                .header("Connection", "close")
                                .build());
    }
}
