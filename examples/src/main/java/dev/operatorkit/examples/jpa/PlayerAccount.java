package dev.operatorkit.examples.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/**
 * Maps the table of the accounts. Hibernate writes all columns of an entity that has changed, so the balance and the
 * version of its chain are mapped for reading only: a movement may have changed them since the entity was loaded.
 */
@Entity
@Table(name = "account")
@SuppressWarnings("NullAway.Init") // Hibernate sets the fields
public class PlayerAccount {
    @Id
    private String id;

    @Column(name = "display_name")
    private String displayName;

    @Column(insertable = false, updatable = false)
    private long balance;

    // Not @Version: Hibernate would raise it for a new name too, which is no entry of the chain.
    @Column(name = "version", insertable = false, updatable = false)
    private long chainVersion;

    @Version
    private int revision;

    /** Creates an entity for Hibernate. */
    protected PlayerAccount() {}

    /** Returns the balance in minor units at the time when the entity was loaded or refreshed. */
    public long balance() {
        return balance;
    }

    /** Returns the number of entries in the account's chain at that time. */
    public long chainVersion() {
        return chainVersion;
    }

    /** Changes the player's name. */
    public void rename(String name) {
        displayName = name;
    }

    /** Returns the account id and the player's name. */
    @Override
    public String toString() {
        return id + " (" + displayName + "), revision " + revision;
    }
}
