package dev.operatorkit.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.examples.Postgres;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests deposits in Spring's transactions, next to movements and with an outbox. */
class DepositsTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");

    private static ConfigurableApplicationContext context;
    private static JdbcTemplate sql;
    private static Deposits deposits;

    @BeforeAll
    static void start(@TempDir Path folder) {
        context = SpringApplication.run(
                SpringWallet.class,
                "--server.port=0",
                "--server.tomcat.basedir=" + folder,
                "--operatorkit.secret=a-secret-for-tests",
                "--operatorkit.wallet.allow-any-source=true",
                "--spring.datasource.url=" + Postgres.freshUrl());
        sql = context.getBean(JdbcTemplate.class);
        deposits = context.getBean(Deposits.class);
    }

    @AfterAll
    static void stop() {
        context.close();
        System.clearProperty("catalina.home");
    }

    private static void open(String account) {
        sql.update("insert into account values (?, ?, 'EUR', 10000, 0, now())", account, account);
    }

    private static Posting change(String account, long cents, String reference) {
        return Posting.correction(new Money(cents, EUR)).account(account).reference(reference);
    }

    private static long count(String table, String account) {
        var rows = sql.queryForObject("select count(*) from " + table + " where account_id = ?", Long.class, account);
        return rows == null ? 0 : rows;
    }

    @Test
    void a_deposit_is_applied_once_with_one_row_in_the_outbox() {
        open("depositor");
        var deposit = change("depositor", 500, "payment-1");
        assertThat(deposits.post(deposit)).isInstanceOf(PostingOutcome.Applied.class);
        assertThat(deposits.post(deposit)).isInstanceOf(PostingOutcome.Replayed.class);
        assertThat(deposits.post(change("depositor", 600, "payment-1"))).isInstanceOf(PostingOutcome.Refused.class);
        assertThat(count("outbox", "depositor")).isEqualTo(1);
    }

    @Test
    void a_deposit_whose_transaction_is_rolled_back_leaves_nothing_and_may_be_repeated() {
        open("unlucky");
        var deposit = change("unlucky", 500, "payment-2");
        var outer = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        assertThatThrownBy(() -> outer.executeWithoutResult(status -> {
                    deposits.post(deposit);
                    throw new IllegalStateException("the payment was not confirmed");
                }))
                .hasMessage("the payment was not confirmed");
        assertThat(count("wallet_postings", "unlucky") + count("outbox", "unlucky"))
                .isZero();
        assertThat(deposits.post(deposit)).isInstanceOf(PostingOutcome.Applied.class);
    }

    @Test
    void a_posting_outside_of_a_transaction_is_rejected_before_it_locks() {
        var withoutProxy = new Deposits(sql, context.getBean(JdbcWalletStore.class), Clock.systemUTC());
        assertThatThrownBy(() -> withoutProxy.post(change("a-player", 1, "payment-3")))
                .hasMessageContaining("Begin a transaction");
    }
}
