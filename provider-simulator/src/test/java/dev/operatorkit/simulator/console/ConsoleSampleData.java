package dev.operatorkit.simulator.console;

import static org.awaitility.Awaitility.await;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.launch.LaunchRequest;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.NewCampaign;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Fills a simulator with data, so that no page is empty. */
final class ConsoleSampleData {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    static final PlayerSession SESSION = new PlayerSession("demo", "player-1", "cherry-rush", "token-1", EUR);

    private ConsoleSampleData() {}

    /** Plays rounds of every outcome. Returns the path of every page by name. */
    static Map<String, String> fill(ConsoleDriver console) {
        var simulator = console.simulator;
        var rounds = simulator.callbackEngine().rounds();
        rounds.enter("demo", "cherry-rush", "token-1");
        var reviewed = roundInReview(simulator);
        rounds.spin(SESSION, euros(100), SpinOutcome.LOSS);
        rounds.spin(SESSION, euros(250), SpinOutcome.FAILURE);
        rounds.spin(SESSION, euros(100), SpinOutcome.OPEN);
        var won = rounds.spin(SESSION, euros(200), new SpinOutcome.Win(euros(1000)));
        createCampaigns(simulator);
        var fault = SimulatorTest.switchOn(simulator, FaultKind.CORRUPT_SIGNATURE, CallbackKind.DEBIT);
        rounds.spin(SESSION, euros(100), SpinOutcome.LOSS);
        simulator.callbackEngine().faults().switchOff(fault.id());
        var wrong = SimulatorTest.newest(simulator, "kind", "DEBIT", "status", "401");
        SimulatorTest.switchOn(simulator, FaultKind.DROP_RESPONSE, CallbackKind.CREDIT);
        rounds.spin(SESSION, euros(100), new SpinOutcome.Win(euros(500)));
        simulator.catalogue().makeAvailable("demo", "ruby-falls", false);

        var pages = new LinkedHashMap<String, String>();
        pages.put("overview", "/");
        pages.put("play", "/launch");
        pages.put("game", console.launch(console.realMoneyLaunch("cherry-rush")));
        pages.put(
                "demo",
                console.launch(new LaunchRequest.Demo("amber-mine", java.net.InetAddress.getLoopbackAddress(), null)));
        pages.put("transcript", "/transcript");
        pages.put("exchange", "/transcript/" + newest(simulator, "DEBIT").id());
        pages.put("rejected", "/transcript/" + wrong.id());
        pages.put("edit", "/transcript/" + newest(simulator, "DEBIT").id() + "/edit");
        pages.put("rounds", "/rounds");
        pages.put("round", "/rounds/" + FormData.encode(won.id()));
        pages.put("reviewed", "/rounds/" + FormData.encode(reviewed));
        pages.put("delivery", "/delivery");
        pages.put("catalogue", "/games");
        pages.put("free-rounds", "/free-rounds");
        pages.put("campaign", "/free-rounds/demo/SPRING");
        pages.put("faults", "/faults");
        return pages;
    }

    /** Starts a run of each kind. Returns the path of every page that shows them by name. */
    static Map<String, String> addRuns(ConsoleDriver console, String cases, int rounds) {
        RunsPageTest.certify(console, cases);
        RunsPageTest.play(console, rounds);
        console.open("/client-conformance");
        console.button("Start a run").click();
        console.page.locator("#done").waitFor();
        var pages = new LinkedHashMap<String, String>();
        pages.put("conformance", "/conformance");
        pages.put("run", "/conformance/1");
        pages.put("report", "/conformance/1/report.html");
        pages.put("load", "/load");
        pages.put("load-run", "/load/1");
        pages.put("clients", "/client-conformance");
        pages.put("client-task", "/client-conformance/1");
        return pages;
    }

    /** Plays a win that cannot be delivered for three days (DEL-1), and returns the id of its round. */
    static String roundInReview(Simulator simulator) {
        var wallets = simulator.callbackEngine();
        var fault = SimulatorTest.switchOn(simulator, FaultKind.DROP_BEFORE_SEND, CallbackKind.CREDIT);
        var round = wallets.rounds().spin(SESSION, euros(100), new SpinOutcome.Win(euros(400)));
        simulator.clock().forward(Duration.ofDays(3));
        await().until(() -> wallets.store().count(RoundState.REVIEW) == 1);
        wallets.faults().switchOff(fault.id());
        return round.id();
    }

    static void createCampaigns(Simulator simulator) {
        var now = simulator.clock().instant().truncatedTo(ChronoUnit.MINUTES);
        simulator
                .campaigns()
                .create(
                        "demo",
                        new NewCampaign(
                                "SPRING",
                                "Spring in the orchard",
                                euros(20),
                                List.of("cherry-rush", "orchard-sevens"),
                                now.minus(Duration.ofDays(1)),
                                now.plus(Duration.ofDays(30)),
                                OptionalInt.of(10)));
        simulator
                .bonusCodes()
                .create("demo", new BonusCode("SPRING", "player-1", EUR, "WELCOME-1", OptionalInt.empty()));
        simulator
                .bonusCodes()
                .create("demo", new BonusCode("SPRING", "player-2", EUR, "WELCOME-2", OptionalInt.of(25)));
    }

    static Entry newest(Simulator simulator, String kind) {
        return SimulatorTest.newest(simulator, "kind", kind, "status", "200");
    }

    static Money euros(long cents) {
        return new Money(cents, EUR);
    }
}
