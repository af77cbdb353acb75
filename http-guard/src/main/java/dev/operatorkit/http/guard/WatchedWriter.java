package dev.operatorkit.http.guard;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.http.HeaderNames;
import io.helidon.http.WritableHeaders;
import java.util.Arrays;

/** Measures how long a caller takes to read what is written to it, part by part, and counts the bytes that wait for it. */
final class WatchedWriter implements DataWriter {
    private static final int PART = 64 * 1024;
    /** Holds about what the buffers of a socket accept in one write; less is not worth counting. */
    private static final int SMALL = 8 * 1024;

    private static final int END_OF_CHUNK = 2;
    private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

    private final DataWriter writer;
    private final OpenConnection open;
    private final BytesInFlight held;
    private Body body = Body.AS_WRITTEN;
    private boolean isHeadWritten;

    /** Defines what is left of a body. */
    private enum Body {
        AS_WRITTEN,
        WITHOUT_CHUNKS,
        OMITTED
    }

    WatchedWriter(DataWriter writer, OpenConnection open, BytesInFlight held) {
        this.writer = writer;
        this.open = open;
        this.held = held;
    }

    /**
     * Adjusts the body of the response that begins. A response to HEAD has none, even if the route sends one: the caller would take it
     * for the next response. HTTP/1.0 knows no chunks: the end of the connection ends the body (RFC 9112, 6.1 and 6.3).
     */
    void beginResponse(WritableHeaders<?> headers, RequestFraming framing) {
        isHeadWritten = false;
        if (framing.isHead()) {
            body = Body.OMITTED;
        } else if (framing.isHttp10() && headers.contains(HeaderNames.TRANSFER_ENCODING)) {
            headers.remove(HeaderNames.TRANSFER_ENCODING);
            body = Body.WITHOUT_CHUNKS;
        } else {
            body = Body.AS_WRITTEN;
        }
    }

    /** Records that the next bytes are no longer those of the response, but may ask for the body of the next request. */
    void endResponse() {
        body = Body.AS_WRITTEN;
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
    public void write(BufferData written) {
        var buffer = body == Body.AS_WRITTEN ? written : adjust(written);
        if (buffer.available() <= SMALL) {
            writeInTime(buffer);
            return;
        }
        held.add(open);
        held.grow(open, buffer.available());
        try {
            while (buffer.available() > PART) {
                var part = new byte[PART];
                buffer.read(part);
                writeInTime(BufferData.create(part));
            }
            writeInTime(buffer);
        } finally {
            held.remove(open);
        }
    }

    /** Changes what Helidon writes: the head, perhaps with the body behind it, and then each chunk on its own. */
    private BufferData adjust(BufferData written) {
        var isHead = !isHeadWritten;
        isHeadWritten = true;
        if (body == Body.OMITTED) {
            return isHead ? cut(written) : BufferData.empty();
        }
        return isHead ? written : unwrap(written);
    }

    private static BufferData cut(BufferData response) {
        var bytes = response.readBytes();
        var end = END_OF_HEAD.length;
        while (end < bytes.length
                && !Arrays.equals(bytes, end - END_OF_HEAD.length, end, END_OF_HEAD, 0, END_OF_HEAD.length)) {
            end++;
        }
        return BufferData.create(Arrays.copyOf(bytes, end));
    }

    private static BufferData unwrap(BufferData written) {
        var chunk = written.readBytes();
        var from = 0;
        while (chunk[from] != '\n') {
            from++;
        }
        var to = chunk.length - END_OF_CHUNK;
        return to <= from ? BufferData.empty() : BufferData.create(Arrays.copyOfRange(chunk, from + 1, to));
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
