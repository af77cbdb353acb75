package dev.operatorkit.reference;

import static dev.operatorkit.wallet.testkit.SignedCallback.credit;
import static dev.operatorkit.wallet.testkit.SignedCallback.debit;
import static dev.operatorkit.wallet.testkit.SignedCallback.lookup;
import static dev.operatorkit.wallet.testkit.SignedCallback.rollback;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.WalletUnderTest.Answer;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests the rows of fault matrix T that need a database, over real HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WalletOverHttp {
    private final TestDatabase kind;
    private String url = "";
    private WalletUnderTest wallet;

    WalletOverHttp(TestDatabase kind) {
        this.kind = kind;
    }

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

    private List<Answer> sendConcurrently(List<SignedCallback> callbacks) {
        try (var threads = Executors.newFixedThreadPool(64)) {
            var tasks = callbacks.stream()
                    .<Callable<Answer>>map(callback -> () -> wallet.send(callback))
                    .toList();
            var answers = new ArrayList<Answer>();
            for (var answer : threads.invokeAll(tasks)) {
                answers.add(answer.get());
            }
            return answers;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private long balance(int player) {
        return wallet.player(player).balance();
    }

    @Test
    void a_round_debits_the_stake_and_credits_the_payout() {
        var before = balance(1);
        var bet = newId();
        var debited = wallet.send(withPlayer(1, debit(bet).stake("2.50")));
        assertThat(debited.status()).as(debited.body()).isEqualTo(200);
        assertThat(debited.balance()).isEqualTo(before - 250);
        var won = newId();
        var credited = wallet.send(withPlayer(1, credit(won, bet).payout("4")));
        assertThat(credited.balance()).isEqualTo(before + 150);
        assertThat(wallet.send(lookup("player-1", won)).body()).isEqualTo(credited.body());
        assertThat(balance(1)).isEqualTo(before + 150);
    }

    @Test
    void t1_a_replayed_debit_gets_its_original_response() {
        var bet = withPlayer(1, debit(newId()).stake("1"));
        var first = wallet.send(bet);
        wallet.send(withPlayer(1, debit(newId()).stake("5")));
        assertThat(wallet.send(bet)).isEqualTo(first);
    }

    @Test
    void t2_a_debit_sent_64_times_concurrently_is_applied_once() {
        var before = balance(2);
        var bet = withPlayer(2, debit(newId()).stake(decimal(before)));
        var answers = sendConcurrently(IntStream.range(0, 64).mapToObj(i -> bet).toList());
        assertThat(answers).extracting(Answer::status).containsOnly(200);
        assertThat(answers)
                .extracting(Answer::body)
                .containsOnly(answers.getFirst().body());
        assertThat(balance(2)).isZero();
        var won = wallet.send(withPlayer(2, credit(newId(), idOf(bet)).payout(decimal(before))));
        assertThat(won.balance()).isEqualTo(before);
    }

    private static String idOf(SignedCallback callback) {
        return new Answer(0, new String(callback.body(), java.nio.charset.StandardCharsets.UTF_8))
                .get("transactionId")
                .textValue();
    }

    private static String decimal(long minor) {
        return java.math.BigDecimal.valueOf(minor, 2).toPlainString();
    }

    @Test
    void t4_an_id_already_used_by_another_kind_or_account_is_refused() {
        var bet = newId();
        wallet.send(withPlayer(1, debit(bet).stake("1")));
        assertThat(wallet.send(withPlayer(1, credit(bet, bet).payout("100"))).status())
                .isEqualTo(422);
        assertThat(wallet.send(withPlayer(3, debit(bet).stake("1"))).status()).isEqualTo(422);
    }

    @Test
    void t9_t10_a_rollback_before_its_debit_blocks_that_debit() {
        var before = balance(3);
        var bet = newId();
        var undone = wallet.send(withPlayer(3, rollback(newId(), bet)));
        assertThat(undone.status()).isEqualTo(200);
        assertThat(undone.balance()).isEqualTo(before);
        assertThat(wallet.send(withPlayer(3, debit(bet).stake("1"))).status()).isEqualTo(422);
        assertThat(balance(3)).isEqualTo(before);
    }

    @Test
    void t13_a_concurrent_credit_and_rollback_close_the_round_once() {
        for (var i = 0; i < 20; i++) {
            var bet = newId();
            wallet.send(withPlayer(3, debit(bet).stake("1")));
            var answers = sendConcurrently(
                    List.of(withPlayer(3, credit(newId(), bet).payout("3")), withPlayer(3, rollback(newId(), bet))));
            assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(200, 422);
        }
    }

    @Test
    void t21_a_stake_of_one_cent_above_the_balance_gets_409() {
        var answer = wallet.send(withPlayer(3, debit(newId()).stake(decimal(balance(3) + 1))));
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.get("message").textValue()).isNotBlank();
    }

    @Test
    void t29_a_lookup_reveals_nothing_about_another_account() {
        var bet = newId();
        wallet.send(withPlayer(1, debit(bet).stake("1")));
        var others = wallet.send(lookup("player-3", bet));
        assertThat(others.status()).isEqualTo(404);
        assertThat(others).isEqualTo(wallet.send(lookup("player-3", newId())));
    }

    @Test
    void t30_with_funds_for_half_of_the_concurrent_bets_exactly_half_succeed() {
        var before = balance(4);
        wallet.send(withPlayer(4, debit(newId()).stake(decimal(before - 200))));
        var answers = sendConcurrently(IntStream.range(0, 400)
                .mapToObj(i -> withPlayer(4, debit(newId()).stake("0.01")))
                .toList());
        assertThat(answers.stream().collect(groupingBy(Answer::status, counting())))
                .isEqualTo(Map.of(200, 200L, 409, 200L));
        assertThat(balance(4)).isZero();
        assertThat(wallet.send(withPlayer(4, debit(newId()).stake("0"))).status())
                .isEqualTo(200);
    }

    @Test
    void ids_of_any_characters_are_stored_and_found() {
        for (var odd : List.of(
                "a/b c%2Fd", "';drop table ledger;--", "\u00e9", "e\u0301", " padded ", "\uD83C\uDFB0".repeat(255))) {
            var answer = wallet.send(withPlayer(1, debit(odd).round(odd).stake("0.01")));
            assertThat(answer.status()).as(odd).isEqualTo(200);
            assertThat(wallet.send(lookup("player-1", odd)).body()).isEqualTo(answer.body());
        }
    }

    @Test
    void d_18_no_settlement_is_refused_because_of_its_reason_or_game() {
        for (var odd : List.of(
                "\"reason\":\"a\\u0000b\"",
                "\"reason\":\"a\\r\\nb\"",
                "\"reason\":\"" + "r".repeat(60_000) + "\"",
                "\"reason\":\"" + "\\u0000".repeat(1_000) + "\"",
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

    @Test
    void d_36_a_session_token_of_maximum_length_is_read_and_a_longer_one_gets_422() {
        for (var letter : List.of("x", "\uD83C\uDFB0")) {
            var token = letter.repeat(2048);
            assertThat(wallet.send(SignedCallback.player("\uD83C\uDFB0".repeat(255), token))
                            .status())
                    .isEqualTo(403);
            assertThat(wallet.send(SignedCallback.player("game", token + "y")).status())
                    .isEqualTo(422);
            assertThat(wallet.send(withPlayer(1, debit(newId()).token(token).stake("0.01")))
                            .get("message")
                            .textValue())
                    .contains("not valid for this player");
            assertThat(wallet.send(withPlayer(1, debit(newId()).token(token + "y")))
                            .get("message")
                            .textValue())
                    .contains("token must have 1 to 2048");
        }
    }

    @Test
    void a_body_over_the_limit_gets_413() {
        for (var size : List.of(64, 65, 100, 1000, 3000)) {
            var answer = wallet.send(withPlayer(1, debit(newId()).text("padding", "x".repeat(size * 1024))));
            assertThat(answer.status()).as(size + " KiB").isEqualTo(413);
            assertThat(answer.get("message").textValue()).isNotBlank();
        }
    }

    @Test
    void an_unsigned_request_gets_401_whatever_its_path() {
        for (var path : List.of("/", "//debit", "/x/../debit", "/wallet/%64ebit", "/wallet/debit;a=1")) {
            var root = wallet.address().replace("/wallet", "");
            var request = java.net.http.HttpRequest.newBuilder(java.net.URI.create(root + path))
                    .build();
            assertThat(wallet.send(request).status()).as(path).isEqualTo(401);
        }
    }
}
