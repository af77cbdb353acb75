package dev.operatorkit.wallet;

import dev.operatorkit.wire.Limits;
import java.util.Objects;

/**
 * Holds the reason for which a {@link DebitPolicy} refuses a debit. It is of any enum, so that policies from several teams
 * can be {@linkplain DebitPolicy#and combined} without sharing a type.
 *
 * @param reason a constant of your enum; metrics use its name as a label, and an enum has a fixed number of names
 * @param message the message that the provider receives in the response body, and may show to the player. Of more than
 *     1024 characters the first 1023 are kept, and what JSON cannot carry is replaced
 */
public record PolicyRefusal(Enum<?> reason, String message) {
    /**
     * Makes the message fit into a response.
     *
     * @throws IllegalArgumentException if the message is blank (GEN-7)
     */
    public PolicyRefusal {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(message, "message");
        if (message.isBlank()) {
            throw new IllegalArgumentException(
                    "The message of the refusal " + reason + " is blank. Say why the debit is refused.");
        }
        message = Limits.toStorableText(message);
    }
}
