package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Judges whether the calls say what the task says: this player, this amount, these times. */
final class TaskJudges {
    /** Differences below it are of the way in which a number is written (CAM-1), and not of the stake (CAM-2). */
    private static final BigDecimal MIN_STAKE = new BigDecimal("1e-9");

    private TaskJudges() {}

    /** Judges a launch by the values of the task. */
    static void launch(Evidence evidence, Findings findings) {
        var task = evidence.task();
        var address = task.text("ip").orElse("");
        for (var call : evidence.to(ApiEndpoint.LAUNCH)) {
            launch(call, address, "other-address", findings);
            currency(call, task.text("currency").orElse(""), findings);
            mode(call, task.action().equals("launch-demo"), findings);
            token(call, task.text("token").orElse(""), findings);
        }
    }

    /** Returns a judge of launches by the address that a chain of proxies vouches for (LAU-4). */
    static Judge launchFrom(String address) {
        return (evidence, findings) ->
                evidence.to(ApiEndpoint.LAUNCH).forEach(call -> launch(call, address, "address-of-proxy", findings));
    }

    private static void launch(ClientCall call, String address, String mistake, Findings findings) {
        var sent = call.parameter("ipAddress");
        if (Literals.address(sent).isPresent() && !address.isEmpty() && !Literals.isSameAddress(sent, address)) {
            findings.fail(mistake, "ipAddress=" + sent, call, address);
        }
    }

    private static void currency(ClientCall call, String told, Findings findings) {
        var sent = call.parameter("currency");
        if (!told.isEmpty() && Literals.isCurrency(sent) && !sent.equals("FUN") && !sent.equals(told)) {
            findings.fail("currency-of-account", "currency=" + sent, call, told);
        }
    }

    private static void mode(ClientCall call, boolean demo, Findings findings) {
        var sent = call.parameter("freeToPlay");
        if (sent.equals(Boolean.toString(!demo))) {
            findings.fail("other-mode", "freeToPlay=" + sent, call, demo, demo ? "a demo" : "real money");
        }
    }

    private static void token(ClientCall call, String told, Findings findings) {
        var sent = call.parameter("token");
        if (!told.isEmpty() && !sent.isEmpty() && !sent.equals(told)) {
            findings.differ("LAU-10", "another session token than the one of the task", "the token of the task");
        }
    }

    /** Judges campaigns by the values of the task: stake of one round, times, currency. */
    static void campaign(Evidence evidence, Findings findings) {
        var task = evidence.task();
        evidence.objectsTo(ApiEndpoint.CREATE_CAMPAIGN).forEach(call -> {
            amount(call, call.json().path("amount"), task, findings);
            time(call, "startDate", task.text("start"), findings);
            time(call, "endDate", task.text("end"), findings);
        });
    }

    private static void amount(ClientCall call, JsonNode sent, Task task, Findings findings) {
        var told = task.text("amount").map(BigDecimal::new);
        if (told.isPresent() && sent.isNumber() && sent.decimalValue().signum() > 0) {
            var difference = sent.decimalValue().subtract(told.get()).abs();
            if (difference.signum() > 0) {
                var rule = difference.compareTo(MIN_STAKE) < 0 ? "CAM-1" : "CAM-2";
                findings.failRule(
                        rule, "stake", "amount " + sent, call, told.get().toPlainString());
            }
        }
    }

    private static void time(ClientCall call, String field, Optional<String> told, Findings findings) {
        var body = call.json();
        var sent = Literals.time(body.path(field));
        var start = Literals.time(body.path("startDate"));
        var end = Literals.time(body.path("endDate"));
        var isInOrder = start.isPresent() && end.isPresent() && start.get().isBefore(end.get());
        var expected = told.map(Instant::parse);
        if (expected.isPresent() && sent.isPresent() && isInOrder && !sent.equals(expected)) {
            findings.fail("other-time", field + " at " + sent.get(), call, field, expected.get());
        }
    }

    /** Judges bonus codes by the players of the task (BON-2). */
    static void players(Evidence evidence, Findings findings) {
        var told = new TreeSet<String>();
        evidence.task().list("players").forEach(player -> told.add(String.valueOf(player.get("id"))));
        evidence.objectsTo(ApiEndpoint.CREATE_CODE)
                .filter(call -> call.json().path("userId").isTextual())
                .forEach(call -> {
                    var user = call.json().path("userId").asText();
                    if (!told.contains(user)) {
                        findings.fail("other-player", "userId: " + user, call, String.join(" or ", told));
                    }
                });
    }

    /** Judges that the campaign of the task, or the one that was created, is the one that is disabled (CAM-7). */
    static void disabled(Evidence evidence, Findings findings) {
        var known = evidence.objectsTo(ApiEndpoint.CREATE_CAMPAIGN)
                .map(call -> call.json().path("campaignCode").asText())
                .collect(Collectors.toCollection(HashSet::new));
        evidence.task().text("campaign").ifPresent(known::add);
        var calls = evidence.to(ApiEndpoint.DISABLE);
        if (!calls.isEmpty() && calls.stream().noneMatch(call -> known.contains(call.variable()))) {
            findings.fail(
                    "other-campaign",
                    "DELETE of " + calls.getFirst().variable(),
                    calls.getFirst(),
                    String.join(" or ", known));
        }
    }

    /** Judges that each click of the task requests its URL, and that nothing else does (LAU-8, LAU-9). */
    static void clicks(Evidence evidence, Findings findings) {
        var clicks = evidence.task().list("clicks");
        var launches = evidence.to(ApiEndpoint.LAUNCH);
        var games = values(clicks, "slug");
        launches.stream()
                .filter(call ->
                        !games.contains(call.variable()) && evidence.games().containsKey(call.variable()))
                .findFirst()
                .ifPresent(call -> findings.fail(
                        "early-launch", "a launch of " + call.variable() + ", which was not clicked", call));
        for (var address : values(clicks, "ip")) {
            var wanted = clicks.stream()
                    .filter(click -> address.equals(click.get("ip")))
                    .count();
            var asked = launches.stream()
                    .filter(call -> Literals.isSameAddress(call.parameter("ipAddress"), address))
                    .count();
            if (asked < wanted && !launches.isEmpty() && launches.stream().allMatch(ClientCall::isServed)) {
                findings.fail("missing-launch", asked + " were requested", launches.getLast(), wanted, address);
            }
        }
        launches.forEach(call -> currency(call, "EUR", findings));
        launches.forEach(call -> mode(call, false, findings));
    }

    private static Set<String> values(List<Map<String, Object>> clicks, String name) {
        return clicks.stream().map(click -> String.valueOf(click.get(name))).collect(Collectors.toSet());
    }

    /** Judges that the catalogue is read as often as the schedule of the task says (CAT-3). */
    static void schedule(Evidence evidence, Findings findings) {
        var polls = evidence.to(ApiEndpoint.CATALOGUE);
        var wanted = evidence.task().number("times");
        var rejected = polls.stream().noneMatch(ClientCall::isServed);
        if (!rejected && (polls.size() < wanted || polls.size() > 2 * wanted)) {
            var actual = polls.size() + (polls.size() == 1 ? " poll" : " polls");
            findings.fail("schedule", actual, polls.getLast(), wanted);
        }
    }
}
