package dev.operatorkit.benchmarks.scale;

import java.util.function.Consumer;

/**
 * Holds what a debit and a batch cost, in microseconds of one processor unless stated otherwise.
 *
 * @param load the load generator, for one debit
 * @param request the wallet before the queue, for one debit
 * @param answer the wallet after the commit, for one debit
 * @param walletBatch the wallet's committer, for one batch
 * @param walletDebit the wallet's committer, for one debit of a batch
 * @param databaseBatch the server with the rows, for one batch
 * @param databaseDebit the server with the rows, for one debit of a batch
 * @param coordinatorBatch the coordinator, for one batch; 0 without Citus
 * @param coordinatorDebit the coordinator, for one debit of a batch; 0 without Citus
 * @param roundTrip the time of a round trip between wallet and database, which needs no processor
 * @param hops the round trips between coordinator and worker for one batch; 0 without Citus
 * @param delay the time for which a flush waits for further commits ({@code commit_delay})
 * @param flush the time of a flush
 * @param debitBytes the bytes that a debit adds to a flush
 * @param flushBytes the bytes that each flush writes in addition: what is left of its last page
 */
record Costs(
        double load,
        double request,
        double answer,
        double walletBatch,
        double walletDebit,
        double databaseBatch,
        double databaseDebit,
        double coordinatorBatch,
        double coordinatorDebit,
        double roundTrip,
        int hops,
        double delay,
        double flush,
        double debitBytes,
        double flushBytes) {
    /** Costs nothing, for cases with a known result. */
    static final Costs NONE = new Costs(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    Costs withFlush(double micros) {
        return with(draft -> draft.flush = micros);
    }

    Costs withDelay(double micros) {
        return with(draft -> draft.delay = micros);
    }

    Costs withDatabase(double batch, double debit) {
        return with(draft -> {
            draft.databaseBatch = batch;
            draft.databaseDebit = debit;
        });
    }

    Costs withCoordinator(double batch, double debit, int trips) {
        return with(draft -> {
            draft.coordinatorBatch = batch;
            draft.coordinatorDebit = debit;
            draft.hops = trips;
        });
    }

    Costs withRoundTrip(double micros) {
        return with(draft -> draft.roundTrip = micros);
    }

    Costs withBytes(double debit, double rest) {
        return with(draft -> {
            draft.debitBytes = debit;
            draft.flushBytes = rest;
        });
    }

    private Costs with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.toCosts();
    }

    /** Holds the same values while some of them are changed. */
    private static final class Draft {
        private double load;
        private double request;
        private double answer;
        private double walletBatch;
        private double walletDebit;
        private double databaseBatch;
        private double databaseDebit;
        private double coordinatorBatch;
        private double coordinatorDebit;
        private double roundTrip;
        private int hops;
        private double delay;
        private double flush;
        private double debitBytes;
        private double flushBytes;

        private Draft(Costs costs) {
            load = costs.load;
            request = costs.request;
            answer = costs.answer;
            walletBatch = costs.walletBatch;
            walletDebit = costs.walletDebit;
            databaseBatch = costs.databaseBatch;
            databaseDebit = costs.databaseDebit;
            coordinatorBatch = costs.coordinatorBatch;
            coordinatorDebit = costs.coordinatorDebit;
            roundTrip = costs.roundTrip;
            hops = costs.hops;
            delay = costs.delay;
            flush = costs.flush;
            debitBytes = costs.debitBytes;
            flushBytes = costs.flushBytes;
        }

        private Costs toCosts() {
            return new Costs(
                    load,
                    request,
                    answer,
                    walletBatch,
                    walletDebit,
                    databaseBatch,
                    databaseDebit,
                    coordinatorBatch,
                    coordinatorDebit,
                    roundTrip,
                    hops,
                    delay,
                    flush,
                    debitBytes,
                    flushBytes);
        }
    }
}
