package dev.operatorkit.examples.client;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.LaunchRequest;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Launches games without blocking the thread that asks: a call needs nothing but a thread to wait on. */
public final class AsyncLaunch {
    private final CustomerApi api;
    private final Executor threads;

    /**
     * Creates launches on these threads.
     *
     * @param api the client
     * @param threads {@code Executors.newVirtualThreadPerTaskExecutor()} on Java 21, a pool of threads before
     */
    public AsyncLaunch(CustomerApi api, Executor threads) {
        this.api = api;
        this.threads = threads;
    }

    /** Returns the launch URL, or completes with a {@code CustomerApiException} as its cause. */
    public CompletableFuture<URI> launch(LaunchRequest request) {
        return CompletableFuture.supplyAsync(() -> api.createLaunchUrl(request), threads);
    }
}
