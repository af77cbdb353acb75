package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.StoredTransaction.Builder;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class StoredTransactionTest {
    private static final Money AMOUNT = new Money(250, WalletFixture.EUR);
    private static final Money BALANCE = new Money(750, WalletFixture.EUR);
    private static final byte[] HASH = new byte[32];
    private static final Map<String, Consumer<Builder>> REQUIRED = Map.of(
            "transactionId", all -> all.transactionId("tx-1"),
            "kind", all -> all.kind(Kind.CREDIT),
            "accountId", all -> all.accountId("player-1"),
            "gameRoundId", all -> all.gameRoundId("round-1"),
            "referenceTransactionId", all -> all.referenceTransactionId("debit-1"),
            "operatorTransactionId", all -> all.operatorTransactionId("op-1"),
            "amount", all -> all.amount(AMOUNT),
            "balanceAfter", all -> all.balanceAfter(BALANCE),
            "bodyHash", all -> all.bodyHash(HASH),
            "createdAt", all -> all.createdAt(Instant.EPOCH));

    private static Builder without(String missing) {
        var builder = StoredTransaction.builder();
        REQUIRED.forEach((name, set) -> {
            if (!name.equals(missing)) {
                set.accept(builder);
            }
        });
        return missing.equals("accountVersion") ? builder : builder.accountVersion(7);
    }

    @Test
    void a_transaction_without_a_required_value_is_refused_with_its_name() {
        for (var missing : REQUIRED.keySet()) {
            assertThatIllegalStateException()
                    .isThrownBy(without(missing)::build)
                    .withMessageContaining(" no " + missing + ".");
        }
        assertThatIllegalStateException().isThrownBy(without("accountVersion")::build);
        var debit = without("referenceTransactionId").kind(Kind.DEBIT).build();
        assertThat(debit.referenceTransactionId()).isNull();
    }
}
