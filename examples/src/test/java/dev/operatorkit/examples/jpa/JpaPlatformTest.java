package dev.operatorkit.examples.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.examples.Postgres;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests JPA entities on the wallet's accounts, next to movements and postings. */
class JpaPlatformTest {
    private static ConfigurableApplicationContext context;
    private static JdbcTemplate sql;
    private static Payments payments;

    @BeforeAll
    static void start() {
        context = new SpringApplicationBuilder(JpaPlatform.class)
                .web(WebApplicationType.NONE)
                .run("--spring.datasource.url=" + Postgres.freshUrl());
        sql = context.getBean(JdbcTemplate.class);
        payments = context.getBean(Payments.class);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    private static void open(String account) {
        sql.update("insert into account values (?, ?, 'EUR', 10000, 0, now())", account, account);
    }

    private static long number(String query, String account) {
        var number = sql.queryForObject(query, Long.class, account);
        return number == null ? -1 : number;
    }

    @Test
    void a_payment_its_deposit_and_its_outbox_row_are_committed_together_and_once() {
        open("payer");
        assertThat(payments.confirm("pay-1", "payer", 500).balance()).isEqualTo(10_500);
        assertThat(payments.confirm("pay-1", "payer", 500).balance()).isEqualTo(10_500);
        assertThat(number("select count(*) from payment where account_id = ?", "payer"))
                .isEqualTo(1);
        assertThat(number("select count(*) from outbox where account_id = ?", "payer"))
                .isEqualTo(1);
    }

    @Test
    void an_entity_loaded_before_a_bet_overwrites_neither_the_balance_nor_the_chain() {
        open("renamed");
        payments.rename("renamed", "New name", () -> bet("renamed"));
        assertThat(number("select balance from account where id = ?", "renamed"))
                .isEqualTo(9_900);
        assertThat(number("select version from account where id = ?", "renamed"))
                .isEqualTo(1);
        assertThat(number("select revision from account where id = ?", "renamed"))
                .isEqualTo(1);
        assertThat(sql.queryForObject("select display_name from account where id = 'renamed'", String.class))
                .isEqualTo("New name");
    }

    /** Bets on another thread, as a callback does, while the caller's transaction has read the account. */
    private static void bet(String account) {
        var stake = WireAmount.of(new Money(100, CurrencyCode.of("EUR")));
        var debit = new Debit("bet of " + account, "round", account, null, null, stake, "bet", null);
        var outcome = CompletableFuture.supplyAsync(
                        () -> context.getBean(TransactionalWallet.class).debit(debit, CallbackContext.ofBody()))
                .join();
        assertThat(outcome).isInstanceOf(Outcome.Applied.class);
    }
}
