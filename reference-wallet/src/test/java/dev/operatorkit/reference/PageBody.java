package dev.operatorkit.reference;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;

/** Reads pages without the tags that only keep a value on one line, so that tests find whole sentences. */
final class PageBody {
    private PageBody() {}

    static BodyHandler<String> handler() {
        return head -> BodySubscribers.mapping(
                BodySubscribers.ofString(UTF_8),
                html -> html.replaceAll("<span class=\"unbroken\">([^<]*)</span>", "$1"));
    }
}
