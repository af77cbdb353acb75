package dev.operatorkit.simulator.launch;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Lets the user of the console open a game that was launched for another address, without lifting the binding for
 * other browsers (LAU-8): the launch page adds a pass to the link, which is valid for that game until the simulator
 * stops.
 */
public final class LaunchPasses {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final SecretKeySpec key;

    public LaunchPasses() {
        var bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        key = new SecretKeySpec(bytes, ALGORITHM);
    }

    public String passFor(String launchId) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(launchId.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    public boolean isValid(String launchId, String pass) {
        return MessageDigest.isEqual(
                passFor(launchId).getBytes(StandardCharsets.UTF_8), pass.getBytes(StandardCharsets.UTF_8));
    }
}
