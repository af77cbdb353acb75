package dev.operatorkit.wallet.store.util;

import dev.operatorkit.wallet.Schedules;
import io.helidon.webserver.WebServer;
import java.time.Instant;
import okhttp3.OkHttpClient;
import org.jooq.DSLContext;

/** Breaks every rule of the architecture with {@link Schedules}, to prove that each can fail. */
public abstract class WrongImpl implements Runnable {
    /** Makes a cycle of the two packages. */
    abstract Schedules schedules();

    abstract void serveAndStore(WebServer server, DSLContext database, OkHttpClient caller);

    Instant now() {
        return Instant.now();
    }
}
