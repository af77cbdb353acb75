package dev.operatorkit.examples.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Maps the table of the payments. */
@Entity
@SuppressWarnings("NullAway.Init") // Hibernate sets the fields
public class Payment {
    @Id
    private String id;

    @Column(name = "account_id")
    private String accountId;

    private long cents;

    /** Creates an entity for Hibernate. */
    protected Payment() {}

    /** Creates a payment to an account. */
    public Payment(String id, String accountId, long cents) {
        this.id = id;
        this.accountId = accountId;
        this.cents = cents;
    }

    /** Returns the id, the account and the amount. */
    @Override
    public String toString() {
        return id + " of " + cents + " to " + accountId;
    }
}
