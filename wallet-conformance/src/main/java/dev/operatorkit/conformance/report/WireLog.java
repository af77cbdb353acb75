package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.ExchangeListener;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes every exchange of a run to a file when it ends, one JSON object a line: the time, the case, and every byte that was sent
 * and received. Tokens are masked, and so is the secret if a wallet shows it (SIG-17).
 */
public final class WireLog implements ExchangeListener, AutoCloseable {
    private final Path file;
    private final BufferedWriter out;
    private final TokenMask mask;

    /** Creates the file, or empties it. */
    public WireLog(Path file, TokenMask mask) throws IOException {
        this.file = file;
        this.mask = mask;
        this.out = Files.newBufferedWriter(file);
    }

    @Override
    public synchronized void onExchange(String caseId, Exchange exchange) {
        try {
            out.write(ExchangeFile.line(caseId, mask.of(exchange)));
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("The wire log " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
