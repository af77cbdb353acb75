package dev.operatorkit.http.guard;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;

/** Measures how long a caller takes to read what is written to it, part by part, and counts the bytes that wait for it. */
final class WatchedWriter implements DataWriter {
    private static final int PART = 64 * 1024;
    /** Holds about what the buffers of a socket accept at once; less is not worth counting. */
    private static final int SMALL = 8 * 1024;

    private final DataWriter writer;
    private final OpenConnection open;
    private final BodiesInFlight held;

    WatchedWriter(DataWriter writer, OpenConnection open, BodiesInFlight held) {
        this.writer = writer;
        this.open = open;
        this.held = held;
    }

    @Override
    public void write(BufferData... buffers) {
        write(BufferData.create(buffers));
    }

    @Override
    public void writeNow(BufferData... buffers) {
        write(BufferData.create(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
        write(buffer);
    }

    @Override
    public void write(BufferData buffer) {
        if (buffer.available() <= SMALL) {
            writeInTime(buffer);
            return;
        }
        var source = open.source();
        held.add(source, open);
        held.grow(source, open, buffer.available());
        try {
            while (buffer.available() > PART) {
                var part = new byte[PART];
                buffer.read(part);
                writeInTime(BufferData.create(part));
            }
            writeInTime(buffer);
        } finally {
            held.remove(source, open);
        }
    }

    private void writeInTime(BufferData buffer) {
        open.beginWrite();
        try {
            writer.writeNow(buffer);
        } finally {
            open.endWrite();
        }
    }

    @Override
    public void flush() {
        writer.flush();
    }

    @Override
    public void close() {
        writer.close();
    }
}
