package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class StoredTransactionTest {
    private static final Money AMOUNT = new Money(250, CurrencyCode.of("EUR"));
    private static final Money BALANCE = new Money(750, CurrencyCode.of("EUR"));

    @Test
    void every_value_is_returned_by_the_accessor_of_its_name() {
        var hash = new byte[32];
        var stored = complete(Kind.CREDIT)
                .referenceTransactionId("debit-1")
                .reason("win")
                .bodyHash(hash)
                .build();
        assertThat(stored.transactionId()).isEqualTo("tx-1");
        assertThat(stored.kind()).isEqualTo(Kind.CREDIT);
        assertThat(stored.accountId()).isEqualTo("player-1");
        assertThat(stored.gameRoundId()).isEqualTo("round-1");
        assertThat(stored.referenceTransactionId()).isEqualTo("debit-1");
        assertThat(stored.operatorTransactionId()).isEqualTo("op-1");
        assertThat(stored.amount()).isEqualTo(AMOUNT);
        assertThat(stored.balanceAfter()).isEqualTo(BALANCE);
        assertThat(stored.accountVersion()).isEqualTo(7);
        assertThat(stored.reason()).isEqualTo("win");
        assertThat(stored.bodyHash()).isSameAs(hash);
        assertThat(stored.createdAt()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void a_transaction_without_a_required_value_is_refused_with_its_name() {
        Map<String, Consumer<StoredTransaction.Builder>> setters = Map.of(
                "transactionId", all -> all.transactionId("tx-1"),
                "kind", all -> all.kind(Kind.DEBIT),
                "accountId", all -> all.accountId("player-1"),
                "gameRoundId", all -> all.gameRoundId("round-1"),
                "operatorTransactionId", all -> all.operatorTransactionId("op-1"),
                "amount", all -> all.amount(AMOUNT),
                "balanceAfter", all -> all.balanceAfter(BALANCE),
                "accountVersion", all -> all.accountVersion(1),
                "bodyHash", all -> all.bodyHash(new byte[32]),
                "createdAt", all -> all.createdAt(Instant.EPOCH));
        for (var missing : setters.keySet()) {
            var builder = StoredTransaction.builder();
            setters.forEach((name, set) -> {
                if (!name.equals(missing)) {
                    set.accept(builder);
                }
            });
            assertThatIllegalStateException().isThrownBy(builder::build).withMessageContaining(" no " + missing + ".");
        }
    }

    @Test
    void only_a_debit_has_no_reference() {
        assertThat(complete(Kind.DEBIT).build().referenceTransactionId()).isNull();
        assertThatIllegalStateException()
                .isThrownBy(complete(Kind.ROLLBACK)::build)
                .withMessageContaining("no referenceTransactionId");
    }

    @Test
    void to_string_names_the_transaction() {
        assertThat(complete(Kind.DEBIT).build())
                .hasToString("StoredTransaction[DEBIT tx-1 of account player-1, amount=" + AMOUNT + ", balanceAfter="
                        + BALANCE + ", accountVersion=7]");
    }

    private static StoredTransaction.Builder complete(Kind kind) {
        return StoredTransaction.builder()
                .transactionId("tx-1")
                .kind(kind)
                .accountId("player-1")
                .gameRoundId("round-1")
                .operatorTransactionId("op-1")
                .amount(AMOUNT)
                .balanceAfter(BALANCE)
                .accountVersion(7)
                .bodyHash(new byte[32])
                .createdAt(Instant.EPOCH);
    }
}
