package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.wire.WalletResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Judges the validators of every catalogue read: the newest ones that the service sent, in their own headers (CAT-3). */
final class CatalogueJudge implements Judge {
    private static final Pattern TAGS = Pattern.compile("\\*|(?:W/)?\"[^\"]*\"(?:[ \\t]*,[ \\t]*(?:W/)?\"[^\"]*\")*+");

    /** A call that is sent while a response comes in, by another thread or node, does not know that response yet. */
    private static final Duration UNDER_WAY = Duration.ofMillis(100);

    private final boolean isOneProcess;

    /** Judges one process, which knows what it has received. */
    CatalogueJudge() {
        this(true);
    }

    private CatalogueJudge(boolean isOneProcess) {
        this.isOneProcess = isOneProcess;
    }

    /** Returns a judge of several processes, each of which has a copy of its own, or none yet. */
    static CatalogueJudge ofSeveralProcesses() {
        return new CatalogueJudge(false);
    }

    /** Holds a catalogue that was sent, and when it was. */
    private record Copy(WalletResponse response, Instant end) {
        boolean isKnownAt(Instant time) {
            return end.plus(UNDER_WAY).isBefore(time);
        }
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        var seen = new ArrayList<Copy>();
        var isCertain = false;
        var isKept = false;
        for (var call : evidence.to(ApiEndpoint.CATALOGUE)) {
            var at = call.exchange().at();
            var isRead = !seen.isEmpty();
            var tag = call.header("If-None-Match");
            var date = call.header("If-Modified-Since");
            if (tag.isPresent()) {
                tag(call, tag.get(), known(seen, at), findings);
            } else if (date.isPresent()) {
                date(call, date.get(), known(seen, at), findings);
            } else if (isRead && !isOneProcess) {
                findings.observe(
                        "CAT-3",
                        "a further read of the catalogue is unconditional",
                        "only the first read of a process is unconditional",
                        false);
            } else if (isCertain && (isKept || seen.getFirst().isKnownAt(at))) {
                findings.fail(
                        "CAT-3",
                        "a conditional request for the catalogue, once a response with validators was received",
                        "neither If-None-Match nor If-Modified-Since",
                        "Keep the catalogue with its ETag and send it with every poll. A 304 means: keep the copy.",
                        call);
            }
            var response = call.response();
            isKept = response.isPresent() && call.status() == 304 && isRead;
            response.filter(each -> each.status() == 200 && each.header("ETag").isPresent())
                    .ifPresent(each ->
                            seen.add(new Copy(each, at.plusNanos(call.exchange().micros() * 1000))));
            isCertain = isKept || (response.isPresent() && call.status() == 200 && !seen.isEmpty());
        }
        evidence.to(ApiEndpoint.LAUNCH).stream()
                .filter(ClientCall::isConditional)
                .findFirst()
                .ifPresent(call -> findings.observe(
                        "D-13", "a launch URL is requested conditionally", "keep no response to a launch", false));
    }

    /** Returns the responses whose validators may be sent: the newest known ones, or all when each process has its own. */
    private List<WalletResponse> known(List<Copy> seen, Instant at) {
        var first = 0;
        for (var i = 0; isOneProcess && i < seen.size(); i++) {
            first = seen.get(i).isKnownAt(at) ? i : first;
        }
        return seen.subList(first, seen.size()).stream().map(Copy::response).toList();
    }

    private static List<String> values(List<WalletResponse> known, String name) {
        return known.stream().flatMap(each -> each.header(name).stream()).toList();
    }

    private static void tag(ClientCall call, String sent, List<WalletResponse> known, Findings findings) {
        if (!TAGS.matcher(sent).matches()) {
            findings.fail(
                    "CAT-3",
                    "an entity tag in If-None-Match as the service sent it, quotes included",
                    "If-None-Match: " + sent,
                    "Keep the value of ETag unchanged.",
                    call);
        } else if (sent.equals("*")) {
            findings.fail(
                    "CAT-3",
                    "the ETag that was received in If-None-Match",
                    "If-None-Match: *",
                    "The star matches every catalogue, so a changed one would never be taken.",
                    call);
        } else if (!known.isEmpty() && values(known, "ETag").stream().noneMatch(sent::contains)) {
            findings.fail(
                    "CAT-3",
                    "the newest ETag that was received, " + String.join(" or ", values(known, "ETag")),
                    "If-None-Match: " + sent,
                    "Replace the tag with every 200.",
                    call);
        }
    }

    private static void date(ClientCall call, String sent, List<WalletResponse> known, Findings findings) {
        if (parse(sent).isEmpty()) {
            findings.fail(
                    "CAT-3",
                    "an HTTP date in If-Modified-Since, as Last-Modified has it",
                    "If-Modified-Since: " + sent,
                    "Keep the value of Last-Modified unchanged.",
                    call);
        } else if (!known.isEmpty() && !values(known, "Last-Modified").contains(sent)) {
            findings.fail(
                    "CAT-3",
                    "the newest Last-Modified that was received, "
                            + String.join(" or ", values(known, "Last-Modified")),
                    "If-Modified-Since: " + sent,
                    "Send back the value of Last-Modified, not a time of your own clock.",
                    call);
        }
    }

    private static Optional<LocalDateTime> parse(String date) {
        try {
            return Optional.of(LocalDateTime.parse(date, Disturbance.HTTP_DATE));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
