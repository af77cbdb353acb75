package dev.operatorkit.simulator.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Makes a certificate that signs itself, with the keytool of this Java (GEN-1). */
final class UntrustedCertificate {
    private static final char[] PASSWORD = "untrusted".toCharArray();

    private UntrustedCertificate() {}

    static SSLContext context() {
        try {
            var folder = Files.createTempDirectory("client-conformance");
            var store = folder.resolve("untrusted.p12");
            try {
                make(store);
                return context(store);
            } finally {
                Files.deleteIfExists(store);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The certificate of the TLS scenario cannot be made: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The certificate of the TLS scenario cannot be used: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the certificate of the TLS scenario was made.", e);
        }
    }

    private static void make(Path store) throws IOException, InterruptedException {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var options = "-genkeypair -alias service -keyalg EC -groupname secp256r1 -dname CN=localhost"
                + " -ext SAN=dns:localhost,ip:127.0.0.1 -validity 30 -storetype PKCS12 -J-Xshare:auto";
        var command = new ArrayList<>(List.of(keytool));
        command.addAll(List.of(options.split(" ", -1)));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", new String(PASSWORD)));
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(keytool + " failed");
        }
    }

    private static SSLContext context(Path store) throws IOException, GeneralSecurityException {
        var keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
