package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.RawRequest;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.conformance.wire.WireBytes;
import dev.operatorkit.signing.Signer;
import java.nio.charset.StandardCharsets;

/** Holds one request as sent, and its signed string. */
record SignedRequest(Callback callback, byte[] bytes, byte[] signed, String timestamp, String signature)
        implements RawRequest {

    static SignedRequest of(
            WalletAddress address, Callback callback, String timestamp, Signer signer, TransportFault transportFault) {
        var path = address.prefix() + callback.path();
        var signed = join(path + "|" + timestamp + "|", callback.data());
        var valid = signer.sign(path, timestamp, callback.data());
        var signature = transportFault.wrongSignature() ? flipDigit(valid) : valid;
        var bytes = bytes(address, callback, timestamp, signature, transportFault.tamperedBody());
        return new SignedRequest(callback, bytes, signed, timestamp, signature);
    }

    private static String flipDigit(String signature) {
        return (signature.charAt(0) == '0' ? '1' : '0') + signature.substring(1);
    }

    /** Builds the bytes. A tampered body has an extra space after signing, which a careless wallet ignores (SIG-8). */
    private static byte[] bytes(
            WalletAddress address, Callback callback, String timestamp, String signature, boolean tampered) {
        var hasBody = callback.body().length > 0;
        var query = callback.query() == null ? "" : "?" + callback.query();
        var head = new StringBuilder(384)
                .append(callback.method())
                .append(' ')
                .append(address.prefix())
                .append(callback.path())
                .append(query)
                .append(tampered && !hasBody ? (query.isEmpty() ? "?x" : "&x") : "")
                .append(" HTTP/1.1\r\nHost: ")
                .append(address.authority())
                .append("\r\n" + Signer.TIMESTAMP_HEADER + ": ")
                .append(timestamp)
                .append("\r\n" + Signer.SIGNATURE_HEADER + ": ")
                .append(signature)
                .append("\r\nAccept: application/json\r\nUser-Agent: operatorkit-simulator\r\n");
        if (hasBody) {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(callback.body().length + (tampered ? 1 : 0))
                    .append("\r\n");
        }
        var all = join(head.append("\r\n").toString(), callback.body());
        return tampered && hasBody ? WireBytes.join(all, new byte[] {' '}) : all;
    }

    private static byte[] join(String text, byte[] data) {
        return WireBytes.join(text.getBytes(StandardCharsets.UTF_8), data);
    }
}
