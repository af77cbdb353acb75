package dev.operatorkit.examples.jpa;

import dev.operatorkit.examples.spring.Deposits;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import jakarta.persistence.EntityManager;
import java.util.Objects;
import org.springframework.transaction.annotation.Transactional;

/** Books payments: the payment's entity, the deposit and its outbox row are committed together. */
public class Payments {
    private final EntityManager entities;
    private final Deposits deposits;

    /** Creates payments with the entity manager of the current transaction. */
    public Payments(EntityManager entities, Deposits deposits) {
        this.entities = entities;
        this.deposits = deposits;
    }

    /** Books a payment once, however often it is confirmed, and returns the account with its balance afterwards. */
    @Transactional
    public PlayerAccount confirm(String paymentId, String accountId, long cents) {
        var account = Objects.requireNonNull(entities.find(PlayerAccount.class, accountId));
        var amount = new Money(cents, CurrencyCode.of("EUR"));
        var outcome = deposits.post(Posting.deposit(amount).account(accountId).reference(paymentId));
        if (outcome instanceof PostingOutcome.Refused refused) {
            throw new IllegalStateException(refused.message());
        }
        if (outcome instanceof PostingOutcome.Applied) {
            entities.persist(new Payment(paymentId, accountId, cents));
        }
        // The posting went past Hibernate, which would return the entity with the balance from before.
        entities.refresh(account);
        return account;
    }

    /** Changes the name of a player. */
    @Transactional
    public void rename(String accountId, String name, Runnable meanwhile) {
        var account = Objects.requireNonNull(entities.find(PlayerAccount.class, accountId));
        meanwhile.run();
        account.rename(name);
    }
}
