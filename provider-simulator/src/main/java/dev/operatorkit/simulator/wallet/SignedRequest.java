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
        var signed = over(path, callback.data(), address, callback, timestamp, signer);
        if (!transportFault.wrongSignature() && !transportFault.tamperedBody()) {
            return signed;
        }
        var signature = transportFault.wrongSignature() ? flipDigit(signed.signature) : signed.signature;
        var bytes = bytes(address, callback, timestamp, signature, transportFault.tamperedBody());
        return new SignedRequest(callback, bytes, signed.signed, timestamp, signature);
    }

    /** Returns a request signed over this path and data, its own ones or others, to find out what a wallet verifies. */
    static SignedRequest over(
            String path, byte[] data, WalletAddress address, Callback callback, String timestamp, Signer signer) {
        var signature = signer.sign(path, timestamp, data);
        var bytes = bytes(address, callback, timestamp, signature, false);
        return new SignedRequest(callback, bytes, join(path + "|" + timestamp + "|", data), timestamp, signature);
    }

    /** Returns a request without timestamp and signature, which every wallet must reject (SIG-13). */
    static SignedRequest unsigned(WalletAddress address, Callback callback) {
        return new SignedRequest(callback, bytes(address, callback, "", "", false), new byte[0], "", "");
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
                .append(address.authority());
        if (!signature.isEmpty()) {
            head.append("\r\n" + Signer.TIMESTAMP_HEADER + ": ")
                    .append(timestamp)
                    .append("\r\n" + Signer.SIGNATURE_HEADER + ": ")
                    .append(signature);
        }
        head.append("\r\nAccept: application/json\r\nUser-Agent: operatorkit-simulator\r\n");
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
