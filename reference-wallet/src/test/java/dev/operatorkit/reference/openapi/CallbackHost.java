package dev.operatorkit.reference.openapi;

import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.signing.SecretKeys;

/** Serves the callbacks of {@code player-1} over HTTP, with faults on demand. */
interface CallbackHost extends AutoCloseable {
    String PREFIX = "/wallet";
    SecretKeys KEYS = SecretKeys.of(WalletUnderTest.SECRET);

    /** Returns the base URL, including the path prefix. */
    String address();

    /** Makes the outcome of every further movement unknown. */
    void makeOutcomesUnknown();

    /** Makes every further movement and read impossible. */
    void makeStoreUnavailable();

    @Override
    void close();

    /** Returns all hosts. */
    enum Kind {
        REFERENCE_WALLET,
        JDK_SERVER;

        CallbackHost start() {
            return switch (this) {
                case REFERENCE_WALLET -> new ReferenceWalletHost();
                case JDK_SERVER -> new JdkServerHost();
            };
        }
    }
}
