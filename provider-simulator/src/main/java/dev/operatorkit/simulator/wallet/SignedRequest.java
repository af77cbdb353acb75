package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.RawRequest;
import dev.operatorkit.signing.Signer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Holds one request as sent, and its signed string. */
record SignedRequest(Callback callback, byte[] bytes, byte[] signed, String timestamp, String signature)
        implements RawRequest {

    static SignedRequest of(
            WalletAddress address, Callback callback, String timestamp, Signer signer, TransportFault transportFault) {
        var path = address.prefix() + callback.path();
        var data = callback.data();
        var made = signer.sign(path, timestamp, data);
        var signature = transportFault.wrongSignature() ? flipDigit(made) : made;
        var bytes = bytes(address, path, callback, timestamp, signature, transportFault.tamperedBody());
        return new SignedRequest(callback, bytes, join(path + "|" + timestamp + "|", data), timestamp, signature);
    }

    /** Returns a request signed over another path than its own, as a wallet behind a rewriting proxy would verify it. */
    static SignedRequest over(
            String signedPath, WalletAddress address, Callback callback, String timestamp, Signer signer) {
        var signature = signer.sign(signedPath, timestamp, callback.data());
        var bytes = bytes(address, address.prefix() + callback.path(), callback, timestamp, signature, false);
        return new SignedRequest(
                callback, bytes, join(signedPath + "|" + timestamp + "|", callback.data()), timestamp, signature);
    }

    /** Returns a request without timestamp and signature, which every wallet must reject (SIG-13). */
    static SignedRequest unsigned(WalletAddress address, Callback callback) {
        var path = address.prefix() + callback.path();
        return new SignedRequest(callback, bytes(address, path, callback, "", "", false), new byte[0], "", "");
    }

    private static String flipDigit(String signature) {
        return (signature.charAt(0) == '0' ? '1' : '0') + signature.substring(1);
    }

    /** Builds the bytes. A tampered body has an extra space after signing, which a careless wallet ignores (SIG-8). */
    private static byte[] bytes(
            WalletAddress address,
            String path,
            Callback callback,
            String timestamp,
            String signature,
            boolean tampered) {
        var hasBody = callback.body().length > 0;
        var query = callback.query() == null ? "" : "?" + callback.query();
        var head = new StringBuilder(384)
                .append(callback.method())
                .append(' ')
                .append(path)
                .append(query)
                .append(tampered && !hasBody ? (query.isEmpty() ? "?x" : "&x") : "")
                .append(" HTTP/1.1\r\nHost: ")
                .append(address.hostHeader());
        if (!signature.isEmpty()) {
            head.append("\r\nX-Svc-Timestamp: ")
                    .append(timestamp)
                    .append("\r\nX-Svc-Signature: ")
                    .append(signature);
        }
        head.append("\r\nAccept: application/json\r\nUser-Agent: operatorkit-simulator\r\n");
        if (hasBody) {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(callback.body().length + (tampered ? 1 : 0))
                    .append("\r\n");
        }
        var all = join(head.append("\r\n").toString(), callback.body());
        return tampered && hasBody ? join(all, new byte[] {' '}) : all;
    }

    private static byte[] join(String text, byte[] data) {
        return join(text.getBytes(StandardCharsets.UTF_8), data);
    }

    private static byte[] join(byte[] first, byte[] second) {
        var all = new ByteArrayOutputStream(first.length + second.length);
        all.writeBytes(first);
        all.writeBytes(second);
        return all.toByteArray();
    }
}
