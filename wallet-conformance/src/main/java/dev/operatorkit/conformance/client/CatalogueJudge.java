package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.wire.WalletResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Judges the validators of every catalogue read: the newest ones that the service sent, in their own headers (CAT-3). */
final class CatalogueJudge implements Judge {
    private static final Pattern TAGS = Pattern.compile("\\*|(?:W/)?\"[^\"]*\"(?:[ \\t]*,[ \\t]*(?:W/)?\"[^\"]*\")*+");

    /** A call that is sent while a response comes in, by another thread or node, does not know that response yet. */
    private static final Duration IN_FLIGHT = Duration.ofMillis(100);

    private final boolean isOneProcess;

    /** Judges one process, which knows what it has received. */
    CatalogueJudge() {
        this(true);
    }

    private CatalogueJudge(boolean isOneProcess) {
        this.isOneProcess = isOneProcess;
    }

    /** Returns a judge of several processes, each of which has its copy, or none yet. */
    static CatalogueJudge ofSeveralProcesses() {
        return new CatalogueJudge(false);
    }

    /** Holds a catalogue that was sent, and when it was. */
    private record Copy(WalletResponse response, Instant end) {
        boolean isKnownAt(Instant time) {
            return end.plus(IN_FLIGHT).isBefore(time);
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
                findings.differ(
                        "CAT-3",
                        "a further read of the catalogue is unconditional",
                        "only the first read of a process is unconditional");
            } else if (isCertain && (isKept || seen.getFirst().isKnownAt(at))) {
                findings.fail("unconditional-read", "neither If-None-Match nor If-Modified-Since", call);
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
                .ifPresent(call -> findings.differ(
                        "D-13", "a launch URL is requested conditionally", "keep no response to a launch"));
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
        var tags = values(known, "ETag");
        var isKnown = known.isEmpty() || tags.stream().anyMatch(sent::contains);
        var mistake =
                !TAGS.matcher(sent).matches() ? "tag-syntax" : sent.equals("*") ? "tag-star" : isKnown ? "" : "tag-old";
        if (!mistake.isEmpty()) {
            findings.fail(mistake, "If-None-Match: " + sent, call, String.join(" or ", tags));
        }
    }

    private static void date(ClientCall call, String sent, List<WalletResponse> known, Findings findings) {
        var dates = values(known, "Last-Modified");
        var isKnown = known.isEmpty() || dates.contains(sent);
        var mistake = !Disturbance.isHttpDate(sent) ? "date-syntax" : isKnown ? "" : "date-old";
        if (!mistake.isEmpty()) {
            findings.fail(mistake, "If-Modified-Since: " + sent, call, String.join(" or ", dates));
        }
    }
}
