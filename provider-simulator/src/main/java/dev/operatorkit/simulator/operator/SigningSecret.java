package dev.operatorkit.simulator.operator;

/** Holds the secret that signs as text, for the tools that sign by themselves. It is never printed (SIG-17). */
public final class SigningSecret {
    private final String text;

    private SigningSecret(String text) {
        this.text = text;
    }

    /** Returns the secret as it stands in its file, without the trailing newline. */
    public static SigningSecret of(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the secret is empty");
        }
        return new SigningSecret(text);
    }

    /** Returns the secret itself; hand it to a signer and keep it out of logs. */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return "SigningSecret[hidden]";
    }
}
