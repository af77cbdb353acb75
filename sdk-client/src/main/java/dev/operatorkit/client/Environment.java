package dev.operatorkit.client;

import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Settings from the environment: a secret must not stand in a program's arguments. */
final class Environment {
    private static final String BASE = "OPERATORKIT_BASE_URL";
    private static final String OPERATOR = "OPERATORKIT_OPERATOR";
    private static final String SECRET = "OPERATORKIT_SECRET";
    private static final String SECRET_FILE = "OPERATORKIT_SECRET_FILE";
    private static final String PLAIN_HTTP = "OPERATORKIT_PLAIN_HTTP";

    private Environment() {}

    static CustomerApiBuilder builder(Map<String, String> env) {
        var builder = CustomerApi.builder(URI.create(required(env, BASE)), required(env, OPERATOR), keys(env));
        return "true".equals(env.get(PLAIN_HTTP)) ? builder.allowPlainHttp() : builder;
    }

    private static SecretKeys keys(Map<String, String> env) {
        var file = env.get(SECRET_FILE);
        if (env.get(SECRET) == null && file != null) {
            return SecretKeys.of(contents(Path.of(file)));
        }
        return SecretKeys.of(required(env, SECRET));
    }

    /** An editor's newline at the end is no part of the secret. */
    private static String contents(Path file) {
        try {
            return Files.readString(file).replaceFirst("\\R$", "");
        } catch (IOException e) {
            throw new UncheckedIOException(SECRET_FILE + " cannot be read", e);
        }
    }

    private static String required(Map<String, String> env, String name) {
        var value = env.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(name + " is not set in the environment");
        }
        return value;
    }
}
