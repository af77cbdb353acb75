package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.benchmarks.wallet.AllowedCaller.Outcome;
import dev.operatorkit.benchmarks.wallet.Attack.Kind;
import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.HdrHistogram.Histogram;

/**
 * Measures an allowed caller of a wallet with 192 MiB of heap, alone and during attacks by slow clients. Before and after each
 * attack the same caller is measured alone; the result is the ratio of the two within one run.
 */
public final class SlowClients {
    private static final String HEAP = "-Xmx192m";
    private static final int PLAYERS = 1000;
    private static final int PER_SECOND = 200;
    private static final int MAX_SECONDS = 100;
    private static final String PASSWORD = "benchmark";

    private final Path folder;
    private final int quietSeconds;
    private final int many;
    private final String only;
    private final int rounds;
    private int nextSource = 2;
    private boolean failed;

    private SlowClients(Path folder, boolean quick, String only, int rounds) {
        this.folder = folder;
        this.quietSeconds = quick ? 4 : 10;
        this.many = quick ? 4000 : 8000;
        this.only = only;
        this.rounds = rounds;
    }

    /**
     * Runs the attacks; {@code --quick} uses half of the sockets and shorter pauses, {@code --only=TEXT} runs those whose title
     * and name contain the text, and {@code --rounds=N} repeats each one and adds up its calls.
     */
    public static void main(String[] args) throws Exception {
        var folder = Files.createTempDirectory("slow-clients");
        var options = List.of(args);
        var clients = new SlowClients(
                folder,
                options.contains("--quick"),
                option(options, "--only=", ""),
                Integer.parseInt(option(options, "--rounds=", "1")));
        clients.run();
        System.out.println(clients.failed ? "FAILED" : "all slow clients cut; every allowed call got 200");
        System.exit(clients.failed ? 1 : 0);
    }

    private static String option(List<String> options, String name, String otherwise) {
        return options.stream()
                .filter(option -> option.startsWith(name))
                .map(option -> option.substring(name.length()))
                .findFirst()
                .orElse(otherwise);
    }

    private void run() throws Exception {
        var now = Clock.systemUTC().millis();
        var plain = List.of(
                Kind.halfBodies(800),
                Kind.plausibleHalfBodies(800, now),
                Kind.silent(many, false),
                Kind.halfHeads(2000),
                Kind.trickles(500));
        var overTls = List.of(Kind.silent(many, true), Kind.handshakes(many));
        under("plain HTTP, attackers outside the allowlist", false, List.of("--allow-source", "127.0.0.1"), plain);
        under("plain HTTP, any source allowed", false, List.of(), plain);
        under("TLS, attackers outside the allowlist", true, List.of("--allow-source", "127.0.0.1"), overTls);
        under("TLS, any source allowed", true, List.of(), overTls);
    }

    private void under(String title, boolean tls, List<String> options, List<Kind> all) throws Exception {
        var kinds = all.stream()
                .filter(kind -> (title + ": " + kind.name()).contains(only))
                .toList();
        if (kinds.isEmpty()) {
            return;
        }
        List<String> arguments = new ArrayList<>(options);
        SocketFactory sockets = SocketFactory.getDefault();
        if (tls) {
            arguments.addAll(certificate());
            sockets = trusting().getSocketFactory();
        }
        System.out.println("\n" + title);
        System.out.printf(
                "%-44s %20s %20s %6s | %20s %20s %6s | %s%n",
                "microseconds, p50 / p99",
                "kept: quiet",
                "attack",
                "ratio",
                "fresh: quiet",
                "attack",
                "ratio",
                "cut, seconds");
        var database =
                "jdbc:h2:file:" + Files.createTempDirectory(folder, "wallet").resolve("wallet");
        try (var wallet = new WalletProcess(database, PLAYERS, HEAP, arguments);
                var caller = new AllowedCaller(sockets, wallet.port())) {
            call(caller, until(3L * quietSeconds));
            for (var kind : kinds) {
                measure(wallet, caller, kind);
            }
        }
    }

    private void measure(WalletProcess wallet, AllowedCaller caller, Kind kind) throws Exception {
        var quiet = call(caller, until(quietSeconds));
        var underAttack = new ArrayList<Outcome>();
        var cut = 0;
        var connected = 0;
        var seconds = 0.0;
        for (var round = 0; round < rounds; round++) {
            var attack = new Attack(kind, InetAddress.getByName("127.0.0." + nextSource++), wallet.port());
            var thread = Thread.ofPlatform().name("attack").start(attack);
            underAttack.add(call(caller, () -> !attack.isOver()));
            thread.join();
            underAttack.add(call(caller, until(1)));
            quiet = quiet.with(call(caller, until(quietSeconds)));
            cut += attack.cut();
            connected += attack.connected();
            seconds = Math.max(seconds, attack.seconds());
        }
        var attacked = underAttack.stream().reduce(Outcome::with).orElseThrow();
        System.out.printf(
                "%-44s %20s %20s %6.2f | %20s %20s %6.2f | %d of %d, %.1f%n",
                (rounds == 1 ? "" : rounds + " x ") + kind.sockets() + " " + kind.name(),
                percentiles(quiet.kept()),
                percentiles(attacked.kept()),
                ratio(attacked.kept(), quiet.kept()),
                percentiles(quiet.fresh()),
                percentiles(attacked.fresh()),
                ratio(attacked.fresh(), quiet.fresh()),
                cut,
                connected,
                seconds);
        if (cut < rounds * kind.sockets()) {
            failed = true;
        }
        for (var outcome : List.of(quiet, attacked)) {
            if (!outcome.statuses().keySet().equals(Set.of(200))) {
                System.out.println("  not all 200: " + outcome.statuses());
                failed = true;
            }
        }
    }

    private static Outcome call(AllowedCaller caller, BooleanSupplier goOn) throws IOException {
        var requests =
                Requests.debits(MAX_SECONDS * PER_SECOND, PLAYERS, SecretKeys.of(WalletProcess.SECRET), "/wallet");
        return caller.call(requests, goOn);
    }

    private static BooleanSupplier until(long seconds) {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        return () -> System.nanoTime() - end < 0;
    }

    private static String percentiles(Histogram micros) {
        return "%,d / %,d".formatted(micros.getValueAtPercentile(50), micros.getValueAtPercentile(99));
    }

    private static double ratio(Histogram one, Histogram other) {
        return (double) one.getValueAtPercentile(99) / other.getValueAtPercentile(99);
    }

    /** Creates a self-signed certificate with the JDK's keytool. */
    private List<String> certificate() throws IOException, InterruptedException, GeneralSecurityException {
        var store = folder.resolve("wallet.p12");
        if (!Files.exists(store)) {
            var keytool =
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
            var made = new ProcessBuilder(List.of(
                            keytool,
                            "-genkeypair",
                            "-alias",
                            "wallet",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=wallet",
                            "-ext",
                            "san=ip:127.0.0.1",
                            "-validity",
                            "10",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            store.toString()))
                    .inheritIO()
                    .start();
            if (made.waitFor() != 0) {
                throw new IOException("keytool failed");
            }
            var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
            write("CERTIFICATE", keys.getCertificate("wallet").getEncoded(), folder.resolve("wallet.pem"));
            var key = keys.getKey("wallet", PASSWORD.toCharArray());
            write("PRIVATE KEY", key.getEncoded(), folder.resolve("wallet.key"));
        }
        return List.of(
                "--tls-cert",
                folder.resolve("wallet.pem").toString(),
                "--tls-key",
                folder.resolve("wallet.key").toString());
    }

    private static void write(String what, byte[] content, Path file) throws IOException {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n");
    }

    private SSLContext trusting() throws GeneralSecurityException, IOException {
        var keys = KeyStore.getInstance(folder.resolve("wallet.p12").toFile(), PASSWORD.toCharArray());
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("wallet", keys.getCertificate("wallet"));
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
