package dev.operatorkit.simulator.launch;

import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.round.Rounds;
import dev.operatorkit.simulator.wallet.CallbackReply;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** Opens launch URLs: identifies the player with a player callback and starts the game or refuses it (LAU-8, LAU-11). */
public final class GameSessions {
    /** Limits the validity of an unopened URL, equal to the shortest session token's (LAU-10). */
    public static final Duration LIFE_OF_A_URL = Duration.ofHours(2);

    private static final int LOCKS = 64;
    private static final String UNKNOWN = "This game link is not known. Start the game again from the casino.";

    private final Launches launches;
    private final Rounds rounds;
    private final Clock clock;
    private final ReentrantLock[] locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(ReentrantLock[]::new);

    public GameSessions(Launches launches, Rounds rounds, Clock clock) {
        this.launches = launches;
        this.rounds = rounds;
        this.clock = clock;
    }

    public sealed interface Opening {}

    public record Opened(GameSession session) implements Opening {}

    /** Reports that the game did not start. */
    public record NotOpened(int status, String reason) implements Opening {}

    /**
     * Opens a launch URL for a browser at an address. Sends one player callback: a reload finds the running game, and a game
     * that failed to start may be tried again.
     */
    public Opening open(String id, InetAddress from) {
        var lock = locks[Math.floorMod(id.hashCode(), LOCKS)];
        lock.lock();
        try {
            return launches.find(id).map(launch -> open(launch, from)).orElseGet(() -> new NotOpened(404, UNKNOWN));
        } finally {
            lock.unlock();
        }
    }

    /** Finds a running game for a browser at that address; it is bound to the address as its URL is (LAU-8). */
    public Opening resume(String id, InetAddress from) {
        return launches.find(id).map(launch -> resume(launch, from)).orElseGet(() -> new NotOpened(404, UNKNOWN));
    }

    private static Opening resume(Launch launch, InetAddress from) {
        if (!launch.request().ip().equals(from)) {
            return elsewhere(launch, from);
        }
        return launch.session() == null
                ? new NotOpened(409, "This game is not running. Open its link first.")
                : new Opened(launch.session());
    }

    /** Returns the address that the launch of that id is bound to. */
    public Optional<InetAddress> boundAddress(String id) {
        return launches.find(id).map(launch -> launch.request().ip());
    }

    private static NotOpened elsewhere(Launch launch, InetAddress from) {
        return new NotOpened(
                403,
                "This game link was made for a browser at "
                        + launch.request().ip().getHostAddress() + ", yours is at " + from.getHostAddress() + ".");
    }

    private Opening open(Launch launch, InetAddress from) {
        if (!launch.request().ip().equals(from)) {
            return elsewhere(launch, from);
        }
        if (launch.session() != null) {
            return new Opened(launch.session());
        }
        if (clock.instant().isAfter(launch.createdAt().plus(LIFE_OF_A_URL))) {
            return new NotOpened(410, "This game link has expired. Start the game again from the casino.");
        }
        var opening = start(launch);
        if (opening instanceof Opened opened) {
            launches.markOpened(opened.session());
        }
        return opening;
    }

    /** Starts the game. Only real money has a token for the player callback, so a demo sends none (LAU-13). */
    private Opening start(Launch launch) {
        return switch (launch.request()) {
            case LaunchRequest.Demo demo ->
                new Opened(new GameSession.Demo(launch.id(), launch.operator(), demo.slug(), clock.instant()));
            case LaunchRequest.RealMoney real -> start(launch, real);
        };
    }

    private Opening start(Launch launch, LaunchRequest.RealMoney real) {
        var reply = rounds.enter(launch.operator(), real.slug(), real.token());
        if (!(reply instanceof CallbackReply.Known known)) {
            return new NotOpened(
                    502, "The game cannot start: the player was not identified (" + reply.describe() + ").");
        }
        if (!known.balance().currency().equals(real.currency())) {
            return new NotOpened(
                    502,
                    "The game cannot start: it was launched in " + real.currency() + ", the account is in "
                            + known.balance().currency() + "."); // WAL-2
        }
        var player =
                new PlayerSession(launch.operator(), known.accountId(), real.slug(), real.token(), real.currency());
        return new Opened(new GameSession.RealMoney(
                launch.id(), player, clock.instant(), known.displayName(), known.balance(), known.updatedAt()));
    }
}
