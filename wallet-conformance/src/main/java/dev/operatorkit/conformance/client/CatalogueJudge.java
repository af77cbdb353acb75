package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.wire.WalletResponse;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Judges the validators of every catalogue read: the newest ones that the service sent, in their own headers (CAT-3). */
final class CatalogueJudge implements Judge {
    private static final Pattern TAGS = Pattern.compile("\\*|(?:W/)?\"[^\"]*\"(?:[ \\t]*,[ \\t]*(?:W/)?\"[^\"]*\")*");
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US);

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

    @Override
    public void judge(Evidence evidence, Findings findings) {
        var seen = new ArrayList<WalletResponse>();
        var isCertain = false;
        for (var call : evidence.to(ApiEndpoint.CATALOGUE)) {
            var newest = seen.isEmpty() ? null : seen.getLast();
            var tag = call.header("If-None-Match");
            var date = call.header("If-Modified-Since");
            if (tag.isPresent()) {
                tag(call, tag.get(), known(seen), findings);
            } else if (date.isPresent()) {
                date(call, date.get(), known(seen), findings);
            } else if (newest != null && !isOneProcess) {
                findings.observe(
                        "CAT-3",
                        "a further read of the catalogue is unconditional",
                        "only the first read of a process is unconditional",
                        false);
            } else if (newest != null && isCertain) {
                findings.fail(
                        "CAT-3",
                        "a conditional request for the catalogue, once a response with validators was received",
                        "neither If-None-Match nor If-Modified-Since",
                        "Keep the catalogue with its ETag and send it with every poll. A 304 means: keep the copy.",
                        call);
            }
            var response = call.response();
            isCertain = response.isPresent() && (call.status() == 200 || (call.status() == 304 && newest != null));
            response.filter(each -> each.status() == 200 && each.header("ETag").isPresent())
                    .ifPresent(seen::add);
        }
        evidence.to(ApiEndpoint.LAUNCH).stream()
                .filter(call -> call.header("If-None-Match").isPresent()
                        || call.header("If-Modified-Since").isPresent())
                .findFirst()
                .ifPresent(call -> findings.observe(
                        "D-13", "a launch is asked for by a conditional request", "no launch answer is kept", false));
    }

    /** Returns the responses whose validators may be sent: the newest, or all when each process has its own. */
    private List<WalletResponse> known(List<WalletResponse> seen) {
        return isOneProcess && !seen.isEmpty() ? List.of(seen.getLast()) : seen;
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
        } else if (!known.isEmpty()
                && !sent.equals("*")
                && values(known, "ETag").stream().noneMatch(sent::contains)) {
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
            return Optional.of(LocalDateTime.parse(date, DATE));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
