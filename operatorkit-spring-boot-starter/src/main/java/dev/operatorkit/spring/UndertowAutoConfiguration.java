package dev.operatorkit.spring;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpServerExchange;
import io.undertow.servlet.handlers.ServletRequestContext;
import java.net.InetSocketAddress;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.web.ServerProperties;
import org.springframework.boot.web.embedded.undertow.UndertowServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Sets up the embedded Undertow, which only Spring Boot 3 has, for callbacks. It lets escaped slashes pass by default. */
@AutoConfiguration(after = WalletAutoConfiguration.class)
@ConditionalOnClass({Undertow.class, ServletRequestContext.class, UndertowServletWebServerFactory.class})
@ConditionalOnBean(CallbackPath.class)
class UndertowAutoConfiguration {
    @Bean
    ServerCustomizer operatorKitUndertow(CallbackPath callbacks, ServerProperties properties) {
        var headBytes = Math.max(properties.getMaxHttpRequestHeaderSize().toBytes(), CallbackPath.HEAD_BYTES);
        return new ServerCustomizer(callbacks, (int) headBytes);
    }

    /** Sees the server last, after Spring Boot has set the size of the head. */
    static final class ServerCustomizer
            implements WebServerFactoryCustomizer<UndertowServletWebServerFactory>, Ordered {
        private final CallbackPath callbacks;
        private final int headBytes;

        ServerCustomizer(CallbackPath callbacks, int headBytes) {
            this.callbacks = callbacks;
            this.headBytes = headBytes;
        }

        @Override
        public void customize(UndertowServletWebServerFactory factory) {
            factory.addBuilderCustomizers(
                    builder -> builder.setServerOption(UndertowOptions.MAX_HEADER_SIZE, headBytes));
            factory.addDeploymentInfoCustomizers(deployment ->
                    deployment.addOuterHandlerChainWrapper(next -> exchange -> {
                        if (callbacks.includes(exchange.getRequestURI())) {
                            rememberConnection(exchange);
                        }
                        next.handleRequest(exchange);
                    }));
        }

        private static void rememberConnection(HttpServerExchange exchange) {
            exchange.getAttachment(ServletRequestContext.ATTACHMENT_KEY)
                    .getServletRequest()
                    .setAttribute(Connection.ATTRIBUTE, connection(exchange));
        }

        /** Returns the connection itself, whose address a handler for forwarded headers does not replace. */
        private static Connection connection(HttpServerExchange exchange) {
            var peer = exchange.getConnection().getPeerAddress(InetSocketAddress.class);
            var forwarded = exchange.getRequestHeaders().get("X-Forwarded-For");
            return new Connection(
                    peer == null ? null : peer.getAddress().getHostAddress(),
                    forwarded == null ? List.of() : List.copyOf(forwarded));
        }

        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE;
        }
    }
}
