package dev.operatorkit.reference.backoffice;

import dev.operatorkit.client.CustomerApiException;

/** Reports a call that the provider may have carried out, although it did not confirm it (D-5). */
final class UnconfirmedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param check how to find out whether the provider carried it out
     */
    UnconfirmedException(CustomerApiException cause, String check) {
        super(
                "The provider did not confirm it, and may have processed it anyway: " + cause.getMessage() + ". "
                        + check,
                cause);
    }
}
