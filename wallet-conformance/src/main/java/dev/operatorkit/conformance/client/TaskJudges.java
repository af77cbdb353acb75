package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
            launch(call, address, "LAU-2", findings);
            currency(call, task.text("currency").orElse(""), findings);
            mode(call, task.action().equals("launch-demo"), findings);
            token(call, task.text("token").orElse(""), findings);
        }
    }

    /** Returns a judge of launches by the address that a chain of proxies vouches for (LAU-4). */
    static Judge launchFrom(String address) {
        return (evidence, findings) ->
                evidence.to(ApiEndpoint.LAUNCH).forEach(call -> launch(call, address, "LAU-4", findings));
    }

    private static void launch(ClientCall call, String address, String rule, Findings findings) {
        var sent = new Parameters(call.query()).get("ipAddress");
        if (Literals.address(sent).isPresent() && !address.isEmpty() && !Literals.isSameAddress(sent, address)) {
            findings.fail(
                    rule,
                    "ipAddress=" + address + ", the player's browser",
                    "ipAddress=" + sent,
                    rule.equals("LAU-4")
                            ? "Go through X-Forwarded-For from the right, as far as each hop is a proxy of your own."
                            : "Send the address of the browser, not of a server, and all of it.",
                    call);
        }
    }

    private static void currency(ClientCall call, String told, Findings findings) {
        var sent = new Parameters(call.query()).get("currency");
        if (!told.isEmpty() && Literals.isCurrency(sent) && !sent.equals("FUN") && !sent.equals(told)) {
            findings.fail(
                    "BON-3",
                    "currency=" + told + ", the player's account currency",
                    "currency=" + sent,
                    "Take the currency from the player's account.",
                    call);
        }
    }

    private static void mode(ClientCall call, boolean demo, Findings findings) {
        var sent = new Parameters(call.query()).get("freeToPlay");
        if (sent.equals(Boolean.toString(!demo))) {
            findings.fail(
                    "LAU-5",
                    "freeToPlay=" + demo + " for " + (demo ? "a demo" : "real money"),
                    "freeToPlay=" + sent,
                    "true is the demo mode.",
                    call);
        }
    }

    private static void token(ClientCall call, String told, Findings findings) {
        var sent = new Parameters(call.query()).get("token");
        if (!told.isEmpty() && !sent.isEmpty() && !sent.equals(told)) {
            findings.observe(
                    "LAU-10", "another session token than the one of the task", "the token of the task", false);
        }
    }

    /** Judges campaigns by the values of the task: stake of one round, times, currency. */
    static void campaign(Evidence evidence, Findings findings) {
        var task = evidence.task();
        evidence.objectsTo(ApiEndpoint.CREATE_CAMPAIGN).forEach(call -> {
            var body = call.json();
            amount(call, body.path("amount"), task, findings);
            time(call, body, "startDate", "start", task, findings);
            time(call, body, "endDate", "end", task, findings);
        });
    }

    private static void amount(ClientCall call, JsonNode sent, Task task, Findings findings) {
        var told = task.text("amount").map(BigDecimal::new);
        if (told.isPresent()
                && sent.isNumber()
                && sent.decimalValue().signum() > 0
                && sent.decimalValue().compareTo(told.get()) != 0) {
            var isSameStake = sent.decimalValue().subtract(told.get()).abs().compareTo(MIN_STAKE) < 0;
            findings.fail(
                    isSameStake ? "CAM-1" : "CAM-2",
                    "amount " + told.get().toPlainString() + ", the stake of one round",
                    "amount " + sent,
                    "Send the stake of one round as a decimal number of the currency, exactly.",
                    call);
        }
    }

    private static void time(ClientCall call, JsonNode body, String field, String name, Task task, Findings findings) {
        var told = task.text(name).map(Instant::parse);
        var sent = Literals.time(body.path(field));
        var start = Literals.time(body.path("startDate"));
        var end = Literals.time(body.path("endDate"));
        var isInOrder = start.isPresent() && end.isPresent() && start.get().isBefore(end.get());
        if (told.isPresent() && sent.isPresent() && isInOrder && !sent.get().equals(told.get())) {
            findings.fail(
                    "GEN-3",
                    field + " at " + told.get() + " in UTC",
                    field + " at " + sent.get(),
                    "Z means UTC. Convert a local time before it is written.",
                    call);
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
                        findings.fail(
                                "BON-2",
                                "userId equal to an accountId: " + String.join(" or ", told),
                                "userId: " + user,
                                "Send the accountId that your player callback returns, unchanged.",
                                call);
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
                    "CAM-7",
                    "DELETE of the campaign " + String.join(" or ", known) + " by its code",
                    "DELETE of " + calls.getFirst().variable(),
                    "Percent-encode the campaignCode once, as one segment of a path.",
                    calls.getFirst());
        }
    }

    /** Judges that each click of the task asks for a URL of its own, and that nothing else does (LAU-8, LAU-9). */
    static void clicks(Evidence evidence, Findings findings) {
        var clicks = evidence.task().list("clicks");
        var launches = evidence.to(ApiEndpoint.LAUNCH);
        var games = values(clicks, "slug");
        launches.stream()
                .filter(call ->
                        !games.contains(call.variable()) && evidence.games().containsKey(call.variable()))
                .findFirst()
                .ifPresent(call -> findings.fail(
                        "LAU-9",
                        "a launch URL only for a game that a player clicks",
                        "a launch of " + call.variable() + ", which nobody clicked",
                        "Request the URL when the player clicks, not when the lobby is drawn.",
                        call));
        for (var address : values(clicks, "ip")) {
            var wanted = clicks.stream()
                    .filter(click -> address.equals(click.get("ip")))
                    .count();
            var asked = launches.stream()
                    .filter(call -> Literals.isSameAddress(new Parameters(call.query()).get("ipAddress"), address))
                    .count();
            if (asked < wanted && !launches.isEmpty() && launches.stream().allMatch(ClientCall::isServed)) {
                findings.fail(
                        "LAU-9",
                        wanted + " launch URLs for " + wanted + " clicks from " + address,
                        asked + " were requested",
                        "Request a URL at every click. It is bound to one token and one address, and never kept.",
                        launches.getLast());
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
            findings.fail(
                    "CAT-3",
                    wanted + " polls of the catalogue on the schedule of the task",
                    polls.size() + (polls.size() == 1 ? " poll" : " polls"),
                    "Poll on a schedule: more than once, and not as fast as the service answers.",
                    polls.getLast());
        }
    }
}
