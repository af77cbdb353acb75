package dev.operatorkit.client;

import dev.operatorkit.client.CatalogueFetch.CatalogueCopy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds whether a client is open, its subscriptions and the last catalogue that it fetched. */
final class ClientState {
    private final Runnable release;
    private final Set<CatalogueSubscription> subscriptions = new HashSet<>();
    private volatile boolean isClosed;
    private volatile @Nullable CatalogueCopy lastCatalogue;

    ClientState(Runnable release) {
        this.release = release;
    }

    void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("This client is closed. Create another one.");
        }
    }

    /** Starts a subscription, which ends with the client. */
    synchronized void start(CatalogueSubscription subscription) {
        requireOpen();
        subscriptions.add(subscription);
        subscription.start();
    }

    synchronized void forget(CatalogueSubscription closed) {
        subscriptions.remove(closed);
    }

    @Nullable
    CatalogueCopy lastCatalogue() {
        return lastCatalogue;
    }

    void keep(CatalogueCopy copy) {
        lastCatalogue = copy;
    }

    /** Closes the client; does nothing if it is closed already. */
    void close() {
        List<CatalogueSubscription> open;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            open = List.copyOf(subscriptions);
        }
        open.forEach(CatalogueSubscription::close);
        release.run();
    }
}
