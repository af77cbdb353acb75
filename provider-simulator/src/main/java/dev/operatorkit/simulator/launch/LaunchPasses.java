package dev.operatorkit.simulator.launch;

import dev.operatorkit.conformance.wire.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * Lets the user of the console open a game that was launched for another address, without lifting the binding for
 * other browsers (LAU-8): the launch page adds a pass to the link, which is valid for that game until the simulator
 * stops.
 */
public final class LaunchPasses {
    private static final int KEY_BYTES = 32;

    private final Secret key;

    public LaunchPasses() {
        var bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        key = Secret.of(bytes);
    }

    public String passFor(String launchId) {
        return key.hex("HmacSHA256", launchId.getBytes(StandardCharsets.UTF_8));
    }

    public boolean isValid(String launchId, String pass) {
        return MessageDigest.isEqual(
                passFor(launchId).getBytes(StandardCharsets.UTF_8), pass.getBytes(StandardCharsets.UTF_8));
    }
}
