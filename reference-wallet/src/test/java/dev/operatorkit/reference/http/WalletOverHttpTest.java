package dev.operatorkit.reference.http;

import static dev.operatorkit.wallet.testkit.SignedCallback.credit;
import static dev.operatorkit.wallet.testkit.SignedCallback.debit;
import static dev.operatorkit.wallet.testkit.SignedCallback.rollback;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the whole wallet over real HTTP: equal debits of many callers, and texts of any characters. */
@ParameterizedClass
@EnumSource
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WalletOverHttpTest {
    @Parameter
    private TestDatabase kind = TestDatabase.H2;

    private String url = "";
    private WalletUnderTest wallet;

    @BeforeAll
    void start() {
        url = kind.freshUrl();
        wallet = WalletUnderTest.on(url);
    }

    @AfterAll
    void assertLedgerBalances() {
        wallet.close();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }

    private static SignedCallback withPlayer(int player, SignedCallback callback) {
        return callback.player("player-" + player);
    }

    private long balance(int player) {
        return wallet.player(player).balance();
    }

    @Test
    void d_18_no_settlement_is_refused_because_of_its_reason_or_game() {
        for (var odd : List.of(
                "\"reason\":\"a\\u0000b\"",
                "\"reason\":\"a\\r\\nb\"",
                "\"reason\":\"" + "r".repeat(60_000) + "\"",
                "\"reason\":\"" + "\\u0000".repeat(1_000) + "\"",
                "\"reason\":\"half \\ud83d\"",
                "\"unknown\":\"\\ud83d\"",
                "\"reason\":7",
                "\"gameId\":\"\"",
                "\"gameId\":\"a\\u0000b\"",
                "\"gameId\":[5]")) {
            var name = odd.substring(1, odd.indexOf("\":"));
            var value = odd.substring(odd.indexOf(':') + 1);
            var before = balance(2);
            var won = newId();
            var isText = value.startsWith("\"") && name.equals("reason");
            var bet = withPlayer(2, debit(won).stake("1"));
            assertThat(wallet.send(isText ? bet.json(name, value) : bet).status())
                    .as(odd)
                    .isEqualTo(200);
            assertThat(wallet.send(withPlayer(
                                    2, credit(newId(), won).payout("3").json(name, value)))
                            .status())
                    .as(odd)
                    .isEqualTo(200);
            var undone = newId();
            wallet.send(withPlayer(2, debit(undone).stake("1")));
            assertThat(wallet.send(withPlayer(2, rollback(newId(), undone).json(name, value)))
                            .status())
                    .as(odd)
                    .isEqualTo(200);
            assertThat(balance(2)).isEqualTo(before + 200);
        }
    }
}
