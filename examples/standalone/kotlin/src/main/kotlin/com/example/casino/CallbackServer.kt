package com.example.casino

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import dev.operatorkit.wallet.CallbackRequest
import dev.operatorkit.wallet.WalletCallbacks
import java.net.InetSocketAddress
import java.util.concurrent.Executors

/**
 * Starts the JDK's HTTP server for the wallet callbacks. [WalletCallbacks.handle] waits for the database, so each request has one of a
 * bounded number of threads; on JDK 21 and newer, `newVirtualThreadPerTaskExecutor` needs no bound.
 */
fun serve(address: InetSocketAddress, callbacks: WalletCallbacks): HttpServer =
    HttpServer.create(address, 1024).apply {
        executor = Executors.newFixedThreadPool(64)
        createContext("/") { exchange -> exchange.use { answer(it, callbacks) } }
        start()
    }

private fun answer(exchange: HttpExchange, callbacks: WalletCallbacks) {
    val response = callbacks.handle(exchange.toCallback())
    response.headers().forEach(exchange.responseHeaders::set)
    exchange.sendResponseHeaders(response.status(), response.body().size.toLong())
    exchange.responseBody.write(response.body())
}

private fun HttpExchange.toCallback() = CallbackRequest.of(
    requestMethod,
    requestURI.toString(),
    { requestHeaders[it] },
    // One byte over the limit is enough for the callbacks to detect a body that is too large.
    requestBody.readNBytes(WalletCallbacks.MAX_BODY_BYTES + 1),
    remoteAddress.address,
)
