package dev.operatorkit.spring;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.SecretSource;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.jdbc.AccountTable;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import dev.operatorkit.wallet.jdbc.WalletSchema;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Holds the properties {@code operatorkit.*}. A misspelt one is an error, since the application would otherwise run
 * without it.
 *
 * @param secret the secret shared with the provider, 16 to 4,096 bytes in UTF-8. Prefer secret-file.
 * @param secretFile the file that contains the secret; one line break at its end is ignored. It is read again when it changes.
 * @param previousSecretFile the files of previous secrets, whose signatures are still accepted (D-42).
 * @param wallet the wallet callbacks
 * @param client the client of the Customer API
 * @param operators the properties of each of several operators or brands, by name, instead of those of one.
 * @param currencies the decimals of cryptocurrencies that are not usual, by code, such as USDT.
 */
@ConfigurationProperties(prefix = "operatorkit", ignoreUnknownFields = false)
record OperatorKitProperties(
        @Nullable String secret,
        @Nullable Path secretFile,
        @DefaultValue List<Path> previousSecretFile,
        @DefaultValue WalletProperties wallet,
        @DefaultValue ClientProperties client,
        @DefaultValue Map<String, OperatorProperties> operators,
        @DefaultValue Map<String, Integer> currencies) {
    private static final String SEVERAL = "operatorkit.operators";

    /** Returns the operators by name: one without a name, or those that are listed. */
    Map<String, Operator> all() {
        var one = new OperatorProperties(secret, secretFile, previousSecretFile, wallet, client);
        if (operators.isEmpty()) {
            return Map.of("", new Operator("", "operatorkit", one));
        }
        if (one.isConfigured()) {
            throw new InvalidConfigurationException(
                    "Properties of one operator are set together with " + SEVERAL + ".",
                    "Move operatorkit.secret, secret-file, previous-secret-file, wallet and client below " + SEVERAL
                            + ".<name>.");
        }
        var all = new LinkedHashMap<String, Operator>();
        operators.forEach((name, own) -> all.put(name, new Operator(name, SEVERAL + "." + name, own)));
        requireLedgersApart();
        return all;
    }

    /** Requires that accounts of different tables have different ledgers: equal ids would be taken for one account. */
    private void requireLedgersApart() {
        var stores = new HashMap<String, StoreProperties>();
        operators.forEach((name, own) -> {
            var store = own.wallet.store;
            var other = store.isConfigured() ? stores.putIfAbsent(store.prefix, store) : null;
            if (other != null && !other.equals(store)) {
                throw new InvalidConfigurationException(
                        "Several operators have different tables of accounts and one ledger, " + store.prefix + ".",
                        "Set " + SEVERAL + "." + name + ".wallet.store.prefix to another text, such as " + name + "_.");
            }
        });
    }

    /** Returns the only operator. */
    Operator single() {
        return all().values().iterator().next();
    }

    /** Hides the secret (SIG-17). */
    @Override
    public String toString() {
        return "OperatorKitProperties[wallet=" + wallet + ", client=" + client + ", operators=" + operators + "]";
    }

    /**
     * Names an operator and where its properties are.
     *
     * @param name the name; empty for the only one
     * @param at the prefix of its properties
     * @param properties its properties
     */
    record Operator(String name, String at, OperatorProperties properties) {
        /** Returns the secrets, with which callbacks are verified and calls are signed. */
        SecretSource secrets() {
            return properties.secrets(at);
        }
    }

    /**
     * Holds the properties of one operator.
     *
     * @param secret the secret shared with the provider, 16 to 4,096 bytes in UTF-8. Prefer secret-file.
     * @param secretFile the file that contains the secret; one line break at its end is ignored. It is read again when it changes.
     * @param previousSecretFile the files of previous secrets, whose signatures are still accepted (D-42).
     * @param wallet the wallet callbacks
     * @param client the client of the Customer API
     */
    record OperatorProperties(
            @Nullable String secret,
            @Nullable Path secretFile,
            @DefaultValue List<Path> previousSecretFile,
            @DefaultValue WalletProperties wallet,
            @DefaultValue ClientProperties client) {

        private boolean isConfigured() {
            return secret != null
                    || secretFile != null
                    || !previousSecretFile.isEmpty()
                    || wallet.isConfigured()
                    || client.baseUrl != null
                    || client.operator != null;
        }

        private SecretSource secrets(String at) {
            var hasSecret = secret != null && !secret.isBlank();
            if (hasSecret == (secretFile != null)) {
                throw new InvalidConfigurationException(
                        hasSecret
                                ? "Both " + at + ".secret and " + at + ".secret-file are set."
                                : "OperatorKit has no secret to verify callbacks and sign calls with.",
                        hasSecret
                                ? "Remove one of the two."
                                : "Set " + at + ".secret-file to the file with the secret, or the environment variable "
                                        + (at.equals("operatorkit") ? SecretKeys.ENVIRONMENT_VARIABLE : variable(at))
                                        + " to the secret, or define a bean of type SecretSource.");
            }
            var keys = secretFile == null
                    ? InvalidConfigurationException.requireValid(at + ".secret", this::keysOfSecret)
                    : InvalidConfigurationException.requireValid(
                            at + ".secret-file", () -> SecretKeys.fromFile(secretFile));
            for (var file : previousSecretFile) {
                keys = keys.withPrevious(InvalidConfigurationException.requireValid(
                        at + ".previous-secret-file", () -> SecretKeys.fromFile(file)));
            }
            return secretFile == null
                    ? keys
                    : SecretSource.watching(secretFile, previousSecretFile.toArray(Path[]::new));
        }

        private static String variable(String at) {
            return at.toUpperCase(Locale.ROOT).replace("-", "").replace('.', '_') + "_SECRET";
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
            return "OperatorProperties[wallet=" + wallet + ", client=" + client + "]";
        }
    }

    /**
     * Holds the properties of the wallet callbacks.
     *
     * @param enabled whether this application answers wallet callbacks.
     * @param prefix the path, below the context path, under which callbacks arrive. The starter answers every request
     *     below it. An empty prefix means every path of the application.
     * @param allowSource the addresses and CIDR ranges that may send callbacks (NET-2).
     * @param allowAnySource whether callbacks are accepted from every address, instead of allow-source.
     * @param trustedProxy the addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted (D-35).
     * @param sessionCache how long a session that was found is not asked for again (at most an hour).
     * @param store the store of the movements in the application's database
     * @param groupCommit how movements are committed together
     */
    record WalletProperties(
            @DefaultValue("true") boolean enabled,
            @DefaultValue(DEFAULT_PREFIX) String prefix,
            @DefaultValue List<String> allowSource,
            @DefaultValue("false") boolean allowAnySource,
            @DefaultValue List<String> trustedProxy,
            @DefaultValue("0s") Duration sessionCache,
            @DefaultValue StoreProperties store,
            @DefaultValue GroupCommitProperties groupCommit) {
        private static final String DEFAULT_PREFIX = "/wallet";
        private static final Pattern PREFIX =
                Pattern.compile("(?:/(?:[A-Za-z0-9._~!$&'(+),=:@-]|%[0-9A-Fa-f]{2})++)*+");

        private boolean isConfigured() {
            return !prefix.equals(DEFAULT_PREFIX)
                    || !allowSource.isEmpty()
                    || allowAnySource
                    || !trustedProxy.isEmpty()
                    || !sessionCache.isZero()
                    || store.table != null
                    || !groupCommit.equals(new GroupCommitProperties(null, null, null, null, null, null));
        }

        /** Returns the prefix, or reports one that no request could match. */
        String validPrefix(String at) {
            if (!PREFIX.matcher(prefix).matches()) {
                throw new InvalidConfigurationException(
                        "The property " + at + ".wallet.prefix is not a path: \"" + prefix + "\"",
                        "Set " + at + ".wallet.prefix to the path that is registered with the provider, without host,"
                                + " context path, patterns and final slash, such as /wallet.");
            }
            return prefix;
        }
    }

    /**
     * Holds the properties of the store. With a table, the starter makes a store of the application's DataSource.
     *
     * @param table the table of the accounts, whose balances callbacks change.
     * @param id the column with the account's id.
     * @param balance the column with the balance.
     * @param amounts whether the balance is a decimal number or a whole number of minor units.
     * @param currencyColumn the column with the currency of the account, currency by default.
     * @param currency the currency of all accounts, instead of a column.
     * @param version the column that counts the entries of the account. Without it the store adds a table.
     * @param updatedAt the column with the time of the last change. Without it the store adds a table.
     * @param prefix the text before the names of the ledger's tables; a schema ends with a point.
     * @param createTables whether the tables of the ledger are created when the application starts.
     */
    record StoreProperties(
            @Nullable String table,
            @DefaultValue("id") String id,
            @DefaultValue("balance") String balance,
            @DefaultValue("minor-units") AccountTable.Amounts amounts,
            @Nullable String currencyColumn,
            @Nullable String currency,
            @Nullable String version,
            @Nullable String updatedAt,
            @DefaultValue(WalletSchema.PREFIX) String prefix,
            @DefaultValue("true") boolean createTables) {

        /** Returns true if the starter makes the store. */
        boolean isConfigured() {
            return table != null;
        }

        /** Creates the tables and the store. */
        JdbcWalletStore open(DataSource source, String at) {
            return InvalidConfigurationException.requireValid(at + ".wallet.store", () -> {
                var accounts = AccountTable.named(String.valueOf(table)).id(id).balance(balance, amounts);
                if (currency != null && currencyColumn != null) {
                    throw new IllegalArgumentException("it has one currency and a column of currencies. Remove one.");
                }
                accounts = currency == null
                        ? accounts.currencyIn(currencyColumn == null ? "currency" : currencyColumn)
                        : accounts.currency(CurrencyCode.of(currency));
                accounts = version == null ? accounts : accounts.version(version);
                accounts = updatedAt == null ? accounts : accounts.updatedAt(updatedAt);
                if (createTables) {
                    WalletSchema.create(source, prefix);
                }
                return JdbcWalletStore.builder(source)
                        .accounts(accounts)
                        .prefix(prefix)
                        .build();
            });
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

        GroupCommitOptions options(String at) {
            var from = at + ".wallet.group-commit.";
            var options = GroupCommitOptions.defaults();
            options = with(options, from + "committers", committers, GroupCommitOptions::withCommitters);
            options = with(options, from + "max-batch-size", maxBatchSize, GroupCommitOptions::withMaxBatchSize);
            options = with(options, from + "queue-capacity", queueCapacity, GroupCommitOptions::withQueueCapacity);
            options = with(options, from + "max-wait", maxWait, GroupCommitOptions::withMaxWait);
            options =
                    with(options, from + "recovery-timeout", recoveryTimeout, GroupCommitOptions::withRecoveryTimeout);
            return Boolean.TRUE.equals(dedicatedThreads) ? options.withDedicatedThreads() : options;
        }

        private static <T> GroupCommitOptions with(
                GroupCommitOptions options,
                String property,
                @Nullable T value,
                BiFunction<GroupCommitOptions, T, GroupCommitOptions> change) {
            return value == null
                    ? options
                    : InvalidConfigurationException.requireValid(property, () -> change.apply(options, value));
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
