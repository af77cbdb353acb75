package dev.operatorkit.reference;

import dev.operatorkit.malformed.Draft;
import dev.operatorkit.malformed.Target;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Describes the callbacks of the wallet to the grammar of malformed requests. */
record CallbacksTarget(InetSocketAddress address) implements Target {
    private static final Signer SIGNER = new Signer(SecretKeys.of(WalletUnderTest.SECRET));

    /** Describes the wallet at a base URL. */
    static CallbacksTarget at(String url) {
        var uri = URI.create(url);
        return new CallbacksTarget(new InetSocketAddress(uri.getHost(), uri.getPort()));
    }

    @Override
    public String host() {
        return "wallet";
    }

    @Override
    public Draft write(RandomGenerator random) {
        var id = Long.toHexString(random.nextLong());
        return Draft.post("/wallet/debit", """
            {"transactionId":"%s","gameRoundId":"round-of-%s","playerId":"player-1","token":"token-1",\
            "gameId":"any-game","stake":{"amount":0.01,"currency":"EUR"},"reason":"bet"}\
            """.formatted(id, id));
    }

    @Override
    public Draft read(RandomGenerator random) {
        return Draft.get("/wallet/player", "gameId=any-game&token=token-" + random.nextInt(1, 5));
    }

    @Override
    public List<String> sign(Draft request) {
        var timestamp = String.valueOf(Clock.systemUTC().millis());
        var signature = SIGNER.sign(request.path(), timestamp, SignedData.of(request.query(), request.body()));
        return List.of("X-Svc-Timestamp: " + timestamp, "X-Svc-Signature: " + signature);
    }

    @Override
    public Set<Integer> contentStatuses() {
        return Set.of(422);
    }

    @Override
    public Set<Integer> routeStatuses() {
        return Set.of(400, 401, 404, 405);
    }
}
