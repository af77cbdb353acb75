package dev.operatorkit.conformance.wire;

import dev.operatorkit.conformance.transport.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Builds a callback, which is valid unless a case spoils a part of it. The signed and the sent parts are separate, so that each can
 * be spoiled alone. Every sending has a fresh timestamp and signature, a repeated one too.
 */
public final class Request {
    /** Makes a signature. */
    @FunctionalInterface
    public interface Signing {
        /** Returns the value of {@code X-Svc-Signature}. */
        String sign(Secret secret, String path, String timestamp, byte[] data);
    }

    final String method;
    String path;

    @Nullable
    String query;

    byte[] body;
    long offset;

    @Nullable
    String timestamp;

    @Nullable
    String signedTimestamp;

    @Nullable
    String signedPath;

    byte @Nullable [] signedData;
    Signing signing = Secret::sign;
    UnaryOperator<String> spoil = UnaryOperator.identity();
    final List<Header> added = new ArrayList<>();
    final List<String> dropped = new ArrayList<>();
    boolean genuine = true;
    boolean fresh;
    boolean chunked;
    boolean pieces;
    boolean lowerCase;

    @Nullable
    String announcedLength;

    private Request(String method, String path, byte[] body) {
        this.method = method;
        this.path = path;
        this.body = body;
    }

    /** Creates a request without a body. */
    public static Request get(String path) {
        return new Request("GET", path, new byte[0]);
    }

    /** Creates a request with a JSON body. */
    public static Request post(String path, byte[] body) {
        return new Request("POST", path, body);
    }

    /** Creates a request with any other method, with or without a body. */
    public static Request of(String method, String path, byte[] body) {
        return new Request(method, path, body);
    }

    /** Sends this raw query and, without a body, signs it. */
    public Request query(@Nullable String raw) {
        query = raw;
        return this;
    }

    /** Sends and signs this path, below the prefix. */
    public Request path(String raw) {
        path = raw;
        return this;
    }

    /** Sends and signs this body. */
    public Request body(byte[] bytes) {
        body = bytes;
        return this;
    }

    /** Sends and signs this text. */
    public Request body(String text) {
        return body(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends and signs a timestamp that is this many milliseconds from now. */
    public Request at(long millisFromNow) {
        offset = millisFromNow;
        return this;
    }

    /** Sends and signs this text as the timestamp. */
    public Request timestamp(String text) {
        timestamp = text;
        return this;
    }

    /** Signs another timestamp than the one that is sent. */
    public Request signedTimestamp(String text) {
        signedTimestamp = text;
        return withBrokenSignature();
    }

    /** Signs another path (whole, prefix included) than the one that is sent. */
    public Request signedPath(String whole) {
        signedPath = whole;
        return withBrokenSignature();
    }

    /** Signs other bytes than the ones that are sent. */
    public Request signedData(byte[] data) {
        signedData = data;
        return withBrokenSignature();
    }

    /** Signs other text than what is sent. */
    public Request signedData(String data) {
        return signedData(data.getBytes(StandardCharsets.UTF_8));
    }

    /** Signs in another way. */
    public Request signing(Signing way) {
        signing = way;
        return withBrokenSignature();
    }

    /** Changes the signature after it was made. */
    public Request signature(UnaryOperator<String> change) {
        spoil = change;
        return withBrokenSignature();
    }

    /** Sends the header with this value in place of the usual one. */
    public Request header(String name, String value) {
        return without(name).addHeader(name, value);
    }

    /** Sends one more header, even when there already is one of that name. */
    public Request addHeader(String name, String value) {
        added.add(new Header(name, value));
        return this;
    }

    /** Leaves a header out. */
    public Request without(String name) {
        dropped.add(name);
        return this;
    }

    /** Sends the request on a new connection, which is closed afterwards. */
    public Request onNewConnection() {
        fresh = true;
        return this;
    }

    /** Sends the body in chunks, with no Content-Length. */
    public Request chunked() {
        chunked = true;
        return this;
    }

    /** Sends the last bytes of the body one by one, so that it does not arrive with the head. */
    public Request inPieces() {
        pieces = true;
        return onNewConnection();
    }

    /** Sends this Content-Length, right or wrong, on a new connection. */
    public Request withContentLength(String length) {
        announcedLength = length;
        return onNewConnection();
    }

    /** Sends every header name in lower case. */
    public Request lowerCaseHeaders() {
        lowerCase = true;
        return this;
    }

    private Request withBrokenSignature() {
        genuine = false;
        return this;
    }

    /** Returns the path that is sent, prefix included. */
    public String wholePath(WalletAddress address) {
        return address.prefix() + path;
    }

    /** Returns true when the signature is valid for what is sent. */
    public boolean isGenuine() {
        return genuine;
    }

    /** Returns true for a POST, which may move money. */
    public boolean isPost() {
        return method.equals("POST");
    }
}
