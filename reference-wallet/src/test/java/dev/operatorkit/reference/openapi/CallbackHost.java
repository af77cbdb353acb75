package dev.operatorkit.reference.openapi;

import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.signing.SecretKeys;

/** What answers the callbacks of {@code player-1} over HTTP, and can be brought into trouble. */
interface CallbackHost extends AutoCloseable {
    String PREFIX = "/wallet";
    SecretKeys KEYS = SecretKeys.of(WalletUnderTest.SECRET);

    /** Prefix included. */
    String address();

    /** From now on nobody can tell how far a movement got. */
    void loseTrack();

    /** From now on nothing can be tried, and nothing read. */
    void refuse();

    @Override
    void close();

    /** Those that there are. */
    enum Kind {
        REFERENCE_WALLET,
        JDKS_SERVER;

        CallbackHost start() {
            return switch (this) {
                case REFERENCE_WALLET -> new ReferenceWalletHost();
                case JDKS_SERVER -> new JdksServerHost();
            };
        }
    }
}
