package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.wire.Exchange;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes every exchange of a run to a file when it ends, one JSON object a line: the time, the case, and every byte that was sent
 * and received. Tokens are masked, and so is the secret if a wallet shows it (SIG-17).
 */
public final class WireLog implements BiConsumer<String, Exchange>, AutoCloseable {
    private final Path file;
    private final BufferedWriter out;
    private final TokenMask mask;
    private @Nullable IOException failure;

    /** Creates the file, or empties it. */
    public WireLog(Path file, TokenMask mask) throws IOException {
        this.file = file;
        this.mask = mask;
        this.out = Files.newBufferedWriter(file);
    }

    /** Writes an exchange. After a failure nothing more is written, but the run goes on: it must return the balances it took. */
    @Override
    public synchronized void accept(String caseId, Exchange exchange) {
        if (failure == null) {
            try {
                out.write(ExchangeFile.line(caseId, mask.of(exchange)));
                out.write('\n');
                out.flush();
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    /** Returns a sentence if the log is incomplete. */
    public synchronized Optional<String> problem() {
        return Optional.ofNullable(failure)
                .map(e -> "The wire log " + file + " is incomplete: " + FileProblem.describe(e));
    }

    @Override
    public synchronized void close() {
        try {
            out.close();
        } catch (IOException e) {
            failure = failure == null ? e : failure; // writes again what could not be written
        }
    }
}
