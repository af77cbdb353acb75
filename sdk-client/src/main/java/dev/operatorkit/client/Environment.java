package dev.operatorkit.client;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.SecretSource;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** Reads the settings from the environment, because a secret must not be passed as an argument of a program. */
final class Environment {
    private static final String BASE = "OPERATORKIT_BASE_URL";
    private static final String OPERATOR = "OPERATORKIT_OPERATOR";
    private static final String SECRET_FILE = "OPERATORKIT_SECRET_FILE";
    private static final String PLAIN_HTTP = "OPERATORKIT_PLAIN_HTTP";

    private Environment() {}

    static CustomerApiBuilder builder(Map<String, String> env) {
        var builder = CustomerApi.builder(URI.create(required(env, BASE)), required(env, OPERATOR), keys(env));
        return "true".equals(env.get(PLAIN_HTTP)) ? builder.allowPlainHttp() : builder;
    }

    private static SecretSource keys(Map<String, String> env) {
        var file = env.get(SECRET_FILE);
        return env.get(SecretKeys.ENVIRONMENT_VARIABLE) == null && file != null
                ? SecretSource.watching(Path.of(file))
                : SecretKeys.of(required(env, SecretKeys.ENVIRONMENT_VARIABLE));
    }

    private static String required(Map<String, String> env, String name) {
        var value = env.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(name + " is not set. Set this environment variable");
        }
        return value;
    }
}
