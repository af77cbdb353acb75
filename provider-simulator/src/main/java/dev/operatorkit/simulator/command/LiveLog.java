package dev.operatorkit.simulator.command;

import dev.operatorkit.conformance.terminal.Terminal;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.admin.AdminJson;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.transcript.Transcript;
import java.io.PrintWriter;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prints a line for each exchange while {@code serve} runs in a terminal. It prints on a thread of its own: a terminal that nobody
 * reads, or that is too slow, delays no callback.
 */
final class LiveLog {
    private static final Logger LOG = LoggerFactory.getLogger(LiveLog.class);
    private static final int MAX_BEHIND = 500;
    private static final int KEPT = 100;

    private final Transcript transcript;
    private final Terminal terminal;
    private final PrintWriter out;
    private final boolean colour;
    private final Semaphore arrived = new Semaphore(0);
    private long last;

    private LiveLog(Transcript transcript, Terminal terminal, PrintWriter out, boolean colour) {
        this.transcript = transcript;
        this.terminal = terminal;
        this.out = out;
        this.colour = colour;
        this.last = transcript.newestId();
    }

    /** Starts to print the exchanges from now on, until the transcript ends. */
    static void start(Transcript transcript, Terminal terminal, PrintWriter out, boolean colour) {
        var log = new LiveLog(transcript, terminal, out, colour);
        var thread = new Thread(log::print, "live-log");
        thread.setDaemon(true);
        thread.start();
    }

    @SuppressWarnings("try") // the subscription is only closed
    private void print() {
        try (var following = transcript.follow(arrived::release)) {
            // Ends when the terminal is gone; the simulator goes on.
            while (!transcript.hasEnded() && !out.checkError()) {
                arrived.acquireUninterruptibly();
                arrived.drainPermits();
                printNew();
            }
        } catch (RuntimeException e) {
            LOG.debug("The live log has ended", e);
        }
    }

    private void printNew() {
        var behind = transcript.newestId() - last;
        if (behind > MAX_BEHIND) {
            last += behind - KEPT;
            out.println("... " + (behind - KEPT) + " exchanges not shown, see the console");
        }
        for (var entry : transcript.since(Filter.ALL, last, MAX_BEHIND)) {
            var exchange = AdminJson.exchange(entry, false);
            if (entry.kind().equals(CallbackKind.PLAYER.name())) {
                exchange.remove("player"); // it is the session token
            }
            out.println(ExchangeLine.of(exchange, colour, terminal.width()));
            last = entry.id();
        }
    }
}
