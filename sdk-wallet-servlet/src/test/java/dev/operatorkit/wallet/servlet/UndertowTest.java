package dev.operatorkit.wallet.servlet;

import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.HttpAdapterContract;
import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.ServletException;
import java.net.InetSocketAddress;

class UndertowTest extends HttpAdapterContract {
    @SuppressWarnings("NullAway.Init") // set by start
    private Undertow server;

    @Override
    protected int start(WalletCallbacks callbacks) throws ServletException {
        var servlet = new ImmediateInstanceFactory<>(new CallbackServlet(callbacks));
        var deployment = Servlets.newContainer()
                .addDeployment(Servlets.deployment()
                        .setClassLoader(UndertowTest.class.getClassLoader())
                        .setContextPath("/")
                        .setDeploymentName("casino")
                        .addServlet(Servlets.servlet("callbacks", CallbackServlet.class, servlet)
                                .addMapping("/wallet/*")));
        deployment.deploy();
        server = Undertow.builder()
                .addHttpListener(0, "127.0.0.1", deployment.start())
                .build();
        server.start();
        return ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
    }

    @Override
    protected void stop() {
        server.stop();
    }
}
