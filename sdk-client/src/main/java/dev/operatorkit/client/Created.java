package dev.operatorkit.client;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the provider has created what was sent. Immutable.
 *
 * @param <T> the type of what was created
 */
public final class Created<T> {
    private final @Nullable T echo;

    Created(@Nullable T echo) {
        this.echo = echo;
    }

    /**
     * Returns what the response contains of it. Empty does not mean failure: a provider may respond without it (D-5), and a failure is
     * always an exception.
     */
    public Optional<T> echo() {
        return Optional.ofNullable(echo);
    }

    @Override
    public String toString() {
        return "Created[" + (echo == null ? "without echo" : echo) + "]";
    }
}
