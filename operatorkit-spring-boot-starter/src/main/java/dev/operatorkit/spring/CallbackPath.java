package dev.operatorkit.spring;

/** Holds the path below which the callbacks of an operator arrive, and decides by the raw path whether a request is one. */
final class CallbackPath {
    /** Holds the size of a head with a token of 2,048 characters (D-36), each escaped into up to 12 bytes. */
    static final int HEAD_BYTES = 32 * 1024;

    private final String operator;
    private final String prefix;
    private volatile String value;

    CallbackPath(String operator, String prefix) {
        this.operator = operator;
        this.prefix = prefix;
        this.value = prefix;
    }

    /** Moves the path below the context path, which is known as soon as the web server starts. */
    void moveBelow(String contextPath) {
        value = contextPath + prefix;
    }

    /** Returns the name of the operator; empty for the only one. */
    String operator() {
        return operator;
    }

    /** Returns the path of the callbacks, context path included. */
    String value() {
        return value;
    }

    /** Returns true if a request with this raw path is a callback. */
    boolean includes(String rawPath) {
        var path = value;
        return rawPath.startsWith(path) && (rawPath.length() == path.length() || rawPath.charAt(path.length()) == '/');
    }
}
