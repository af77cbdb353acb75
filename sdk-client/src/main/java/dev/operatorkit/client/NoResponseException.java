package dev.operatorkit.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.UnknownServiceException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Reports that no complete response was received. The provider may or may not have processed the request. The one
 * exception is a call that creates something and was {@linkplain #isUnsent() not sent}: it was definitely not processed. Also reports a call
 * that ended because its thread was interrupted or its client was closed. It is {@linkplain #isTransient transient} unless
 * the client and the provider cannot agree on a secure connection (GEN-1).
 */
public final class NoResponseException extends CustomerApiException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_CAUSES = 20;

    private final boolean unsent;

    NoResponseException(ApiCall apiCall, boolean unsent, int attempts, IOException cause) {
        this(apiCall, code(unsent, cause), unsent, attempts, cause);
    }

    private NoResponseException(ApiCall apiCall, ErrorCode code, boolean unsent, int attempts, IOException cause) {
        super(
                apiCall,
                code,
                unsent || apiCall.operation().isIdempotent(),
                apiCall + ": no response" + (unsent ? ", the request was not sent" : "")
                        + (attempts == 1 ? "" : " to " + attempts + " attempts") + ": " + apiCall.describe(cause),
                cause);
        this.unsent = unsent;
    }

    /** Creates the failure of a call that ends because its thread was interrupted, or because its scope has ended. */
    static NoResponseException interrupted(
            ApiCall apiCall, boolean unsent, int attempts, String why, @Nullable Exception cause) {
        var interruption = new InterruptedIOException(why);
        interruption.initCause(cause);
        return new NoResponseException(apiCall, ErrorCode.INTERRUPTED, unsent, attempts, interruption);
    }

    /**
     * Returns true if the last attempt did not send the request. A call that creates something was then never sent, because
     * the client repeats it only if it was not sent. An earlier attempt of a call that reads or disables may have been sent.
     */
    public boolean isUnsent() {
        return unsent;
    }

    private static ErrorCode code(boolean unsent, IOException cause) {
        if (Thread.currentThread().isInterrupted()) {
            return ErrorCode.INTERRUPTED;
        }
        if (unsent && isTlsMismatch(cause)) {
            return ErrorCode.TLS_MISMATCH;
        }
        if (cause instanceof UnknownHostException) {
            return ErrorCode.UNKNOWN_HOST;
        }
        return cause instanceof InterruptedIOException ? ErrorCode.TIMEOUT : ErrorCode.CONNECTION_FAILED;
    }

    /**
     * Returns true if the certificate is not trusted or names another host, or if the two sides have no protocol or
     * cipher in common: the next handshake would fail in the same way. If the provider has several addresses, the
     * failures of the others are suppressed exceptions.
     */
    private static boolean isTlsMismatch(IOException failure) {
        return Stream.concat(Stream.of(failure), Arrays.stream(failure.getSuppressed()))
                .map(NoResponseException::causes)
                .anyMatch(causes -> causes.stream().anyMatch(NoResponseException::isTlsError)
                        && causes.stream().noneMatch(NoResponseException::isConnectionError));
    }

    private static boolean isTlsError(Throwable failure) {
        return failure instanceof SSLException || failure instanceof UnknownServiceException;
    }

    /** Returns true if the connection ended or stalled, which can also happen during a handshake. */
    private static boolean isConnectionError(Throwable failure) {
        return failure instanceof EOFException
                || failure instanceof SocketException
                || failure instanceof InterruptedIOException;
    }

    private static List<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MAX_CAUSES)
                .toList();
    }
}
