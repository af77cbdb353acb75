package dev.operatorkit.conformance.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that an untrusted certificate or a wrong host name is a finding, and that a CA given with an option is trusted. */
class TlsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** Holds the keys of all tests, since each needs a start of keytool. */
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path folder;

    @Test
    void a_self_signed_certificate_fails_its_case_and_all_others_are_skipped() throws Exception {
        var outcome = against("localhost", null);
        assertThat(outcome.failed()).extracting(r -> r.testCase().id()).containsExactly("certificate-is-valid");
        assertThat(outcome.failed().get(0).detail()).startsWith("GEN-1").contains("TLS handshake failed");
        assertThat(outcome.summary().get(Verdict.SKIPPED))
                .isEqualTo(outcome.results().size() - 1L);
    }

    @Test
    void a_certificate_for_another_host_fails_its_case() throws Exception {
        var outcome = against("elsewhere.example", folder.resolve("authority.pem"));
        assertThat(outcome.failed()).extracting(r -> r.testCase().id()).containsExactly("certificate-is-valid");
    }

    @Test
    void a_given_authority_is_trusted() throws Exception {
        assertThat(against("localhost", folder.resolve("authority.pem")).aborted())
                .contains("The wallet rejected the path of the player callback: status 404");
    }

    private SuiteResult against(String name, @Nullable Path authority) throws Exception {
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certified(name)));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        try {
            var plan = SuiteConfig.of(
                    "https://localhost:" + server.getAddress().getPort(),
                    "some secret",
                    List.of("token"),
                    Plans.full());
            return new SuiteRunner(authority == null ? plan : plan.withCertificateAuthority(authority), Progress.none())
                    .run();
        } finally {
            server.stop(0);
        }
    }

    /** Creates a key and a certificate with the keytool of the JDK, and leaves the certificate as a file too. */
    private static SSLContext certified(String name) throws Exception {
        var file = folder.resolve(name + ".p12");
        if (!Files.exists(file)) {
            makeKeys(name, file);
        }
        var keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        Files.writeString(
                folder.resolve("authority.pem"),
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(keys.getCertificate("wallet").getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void makeKeys(String name, Path file) throws IOException, InterruptedException {
        var options = "-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -genkeypair -alias wallet -keyalg EC -dname CN="
                + name + " -ext san=dns:" + name + " -validity 2 -storetype PKCS12 -storepass changeit -keystore "
                + file;
        var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool"));
        command.addAll(List.of(options.split(" ")));
        assertThat(new ProcessBuilder(command).redirectErrorStream(true).start().waitFor())
                .isZero();
    }
}
