package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Finding;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the audit of the ledger. It runs in the background, once for all who start it meanwhile, and its result is kept until the next. */
final class AuditPages {
    private static final Logger LOG = LoggerFactory.getLogger(AuditPages.class);

    /** Limits how long the response to the person who starts an audit waits for its result, which a small ledger has by then. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private static final Table<Finding> FINDINGS = new Table<Finding>()
            .add("Result", finding -> Cell.verdict(finding.holds(), result(finding)))
            .text("Invariant", Finding::sentence)
            .text("Violations", finding -> String.join(", ", finding.examples()));

    private final Parts parts;
    private @Nullable Run latest;
    private @Nullable Run previous;

    AuditPages(Parts parts) {
        this.parts = parts;
    }

    void register(BackOffice office) {
        office.page("/audit", request -> show());
        office.form("/audit", "audit", null, this::start);
    }

    /** Holds an audit that was started, with its findings or its failure as soon as there are any. */
    private record Run(Instant start, AtomicInteger checked, CompletableFuture<List<Finding>> findings) {
        boolean isDone() {
            return findings.isDone();
        }
    }

    private Reply start(ServerRequest request, Form form, Author author) {
        startUnlessRunning(author)
                .thenApply(List::size)
                .completeOnTimeout(0, MAX_WAIT.toNanos(), TimeUnit.NANOSECONDS)
                .exceptionally(failure -> 0)
                .join();
        return Reply.redirect("/audit");
    }

    /** Starts an audit and returns its findings, or none if another one runs, so that only its starter waits. */
    private synchronized CompletableFuture<List<Finding>> startUnlessRunning(Author author) {
        if (latest != null && !latest.isDone()) {
            return CompletableFuture.completedFuture(List.of());
        }
        parts.trail().record(author, "audit", "", "");
        var run = new Run(parts.clock().instant(), new AtomicInteger(), new CompletableFuture<>());
        previous = latest;
        latest = run;
        // Not a virtual thread: H2 would compute in one of the few that carry all requests.
        Thread.ofPlatform().daemon().name("audit").start(() -> run(run));
        return run.findings();
    }

    private void run(Run run) {
        try {
            run.findings().complete(Audit.run(parts.database(), run.checked()::incrementAndGet));
        } catch (RuntimeException | Error e) {
            LOG.warn("an audit failed", e);
            run.findings().completeExceptionally(e);
        }
    }

    private synchronized Reply show() {
        var running = latest == null || latest.isDone() ? null : latest;
        var finished = running == null ? latest : previous;
        var reply = Reply.page("audit", "Audit").with("progress", Cell.of(running == null ? "" : progress(running)));
        if (finished == null) {
            return result(reply, "", true, List.of());
        }
        try {
            var findings = finished.findings().join();
            var broken = findings.stream().filter(finding -> !finding.holds()).count();
            var verdict = broken == 0
                    ? "The ledger balances. All " + findings.size() + " checks passed"
                    : "THE LEDGER DOES NOT BALANCE. " + broken + " of " + findings.size() + " checks failed";
            return result(reply, verdict + " on " + Page.time(finished.start()) + ".", broken == 0, findings);
        } catch (CompletionException e) {
            var why = e.getCause() instanceof RuntimeException failure
                            && Database.failureType().isInstance(failure)
                    ? Problem.of(failure, false).text()
                    : "See the wallet's log.";
            return result(reply, "The audit of " + Page.time(finished.start()) + " failed. " + why, false, List.of());
        }
    }

    private static Reply result(Reply.Render reply, String verdict, boolean holds, List<Finding> findings) {
        return reply.with("verdict", Cell.of(verdict))
                .with("holds", holds)
                .with("listing", Listing.of("The invariants of the ledger, checked with SQL", FINDINGS, findings));
    }

    private String progress(Run run) {
        return "An audit has been running since " + Page.time(run.start()) + ": " + run.checked() + " of "
                + Audit.count(parts.database()) + " checks are done.";
    }

    private static String result(Finding finding) {
        return finding.holds() ? "holds" : "BROKEN: " + finding.violations();
    }
}
