package dev.operatorkit.spring;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.GroupCommitOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Holds the properties {@code operatorkit.*}. A misspelt one is an error, since an allowlist that is not read would allow
 * every source (NET-2).
 *
 * @param secret the secret shared with the provider, 16 to 4,096 bytes in UTF-8. Prefer secret-file.
 * @param secretFile the file that contains the secret; one line break at its end is ignored.
 * @param previousSecretFiles the files of earlier secrets, whose signatures are still accepted (D-42).
 * @param wallet the wallet callbacks
 * @param client the client of the Customer API
 */
@ConfigurationProperties(prefix = "operatorkit", ignoreUnknownFields = false)
record OperatorKitProperties(
        @Nullable String secret,
        @Nullable Path secretFile,
        @DefaultValue List<Path> previousSecretFiles,
        @DefaultValue WalletProperties wallet,
        @DefaultValue ClientProperties client) {

    /** Returns the key set, with which callbacks are verified and calls are signed. */
    SecretKeys secretKeys() {
        var hasSecret = secret != null && !secret.isBlank();
        if (hasSecret == (secretFile != null)) {
            throw new InvalidConfigurationException(
                    hasSecret
                            ? "Both operatorkit.secret and operatorkit.secret-file are set."
                            : "OperatorKit has no secret to verify callbacks and sign calls with.",
                    hasSecret
                            ? "Remove one of the two."
                            : "Set operatorkit.secret-file to the file with the secret, or the environment variable "
                                    + SecretKeys.ENVIRONMENT_VARIABLE
                                    + " to the secret, or define a bean of type SecretKeys.");
        }
        var keys = secretFile == null
                ? InvalidConfigurationException.requireValid("operatorkit.secret", this::keysOfSecret)
                : InvalidConfigurationException.requireValid(
                        "operatorkit.secret-file", () -> SecretKeys.fromFile(secretFile));
        for (var file : previousSecretFiles) {
            keys = keys.withPrevious(InvalidConfigurationException.requireValid(
                    "operatorkit.previous-secret-files", () -> SecretKeys.fromFile(file)));
        }
        return keys;
    }

    private SecretKeys keysOfSecret() {
        var text = String.valueOf(secret);
        if (text.startsWith("${") && text.endsWith("}")) {
            throw new IllegalArgumentException("its placeholder has no value");
        }
        return SecretKeys.of(text);
    }

    /** Hides the secret (SIG-17). */
    @Override
    public String toString() {
        return "OperatorKitProperties[wallet=" + wallet + ", client=" + client + "]";
    }

    /**
     * Holds the properties of the wallet callbacks.
     *
     * @param enabled whether this application answers wallet callbacks.
     * @param prefix the path, below the context path, under which callbacks arrive. The starter answers every request
     *     below it. An empty prefix means every path of the application.
     * @param allowedSources the addresses and CIDR ranges that may send callbacks (NET-2). Empty allows every address.
     * @param trustedProxies the addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted (D-35).
     * @param groupCommit how movements are committed together
     */
    record WalletProperties(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("/wallet") String prefix,
            @DefaultValue List<String> allowedSources,
            @DefaultValue List<String> trustedProxies,
            @DefaultValue GroupCommitProperties groupCommit) {
        private static final Pattern PREFIX =
                Pattern.compile("(?:/(?:[A-Za-z0-9._~!$&'(+),=:@-]|%[0-9A-Fa-f]{2})++)*+");

        /** Returns the prefix, or reports one that no request could match. */
        String validPrefix() {
            if (!PREFIX.matcher(prefix).matches()) {
                throw new InvalidConfigurationException(
                        "The property operatorkit.wallet.prefix is not a path: \"" + prefix + "\"",
                        "Set operatorkit.wallet.prefix to the path that is registered with the provider, without host,"
                                + " context path, patterns and final slash, such as /wallet.");
            }
            return prefix;
        }
    }

    /**
     * Holds the properties of group commit. What is not set has the default of {@link GroupCommitOptions}.
     *
     * @param committers the maximum number of batches that are committed concurrently. Units of work use up to twice
     *     this number of database connections.
     * @param maxBatchSize the maximum number of movements in a batch.
     * @param queueCapacity the maximum number of waiting movements.
     * @param maxWait the maximum time until the unit of work of a movement begins.
     * @param recoveryTimeout how long to check what was written after a commit whose outcome is unknown.
     * @param dedicatedThreads whether batches are committed on threads of the wallet, not on those of requests.
     */
    record GroupCommitProperties(
            @Nullable Integer committers,
            @Nullable Integer maxBatchSize,
            @Nullable Integer queueCapacity,
            @Nullable Duration maxWait,
            @Nullable Duration recoveryTimeout,
            @Nullable Boolean dedicatedThreads) {

        GroupCommitOptions options() {
            var defaults = GroupCommitOptions.defaults();
            return InvalidConfigurationException.requireValid(
                    "operatorkit.wallet.group-commit",
                    () -> new GroupCommitOptions(
                            committers == null ? defaults.committers() : committers,
                            maxBatchSize == null ? defaults.maxBatchSize() : maxBatchSize,
                            queueCapacity == null ? defaults.queueCapacity() : queueCapacity,
                            maxWait == null ? defaults.maxWait() : maxWait,
                            recoveryTimeout == null ? defaults.recoveryTimeout() : recoveryTimeout,
                            dedicatedThreads == null ? defaults.dedicatedThreads() : dedicatedThreads));
        }
    }

    /**
     * Holds the properties of the Customer API client. What is not set has the default of the SDK.
     *
     * @param baseUrl the base address of the Customer API. Without it there is no client.
     * @param operator the operator id, which is sent as X-Operator.
     * @param connectTimeout the timeout of the DNS lookup and, separately, of connecting.
     * @param attemptTimeout the timeout of one attempt.
     * @param callTimeout the timeout of a call with all its attempts.
     * @param maxAttempts the maximum number of attempts of a call.
     * @param allowPlainHttp whether plain HTTP to other hosts than localhost is allowed, for tests only (GEN-1).
     */
    record ClientProperties(
            @Nullable URI baseUrl,
            @Nullable String operator,
            @Nullable Duration connectTimeout,
            @Nullable Duration attemptTimeout,
            @Nullable Duration callTimeout,
            @Nullable Integer maxAttempts,
            @DefaultValue("false") boolean allowPlainHttp) {}
}
