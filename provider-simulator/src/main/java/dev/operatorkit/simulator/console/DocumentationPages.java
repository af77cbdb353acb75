package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.documentation.Documentation;
import dev.operatorkit.simulator.documentation.DocumentationPage;
import dev.operatorkit.simulator.documentation.Search;
import dev.operatorkit.simulator.http.Routes;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;

/** Serves the documentation of this version, with a search. */
final class DocumentationPages {
    /** Holds the address of the documentation. */
    static final String PATH = "/docs";
    /** Holds the address of the first page. */
    static final String FIRST = PATH + "/" + Documentation.FIRST;

    private final PageRenderer renderer;

    DocumentationPages(PageRenderer renderer) {
        this.renderer = renderer;
    }

    void routing(Routes routes) {
        routes.get(PATH, (request, response) -> PageRenderer.redirect(response, FIRST));
        routes.get(PATH + "/search", this::search);
        routes.get(PATH + "/{page}", (request, response) -> show(response, parameter(request, "page")));
        routes.get(
                PATH + "/{folder}/{page}",
                (request, response) -> show(response, parameter(request, "folder") + "/" + parameter(request, "page")));
    }

    private static String parameter(ServerRequest request, String name) {
        return Objects.requireNonNull(request.path().pathParameters().get(name));
    }

    private void show(ServerResponse response, String address) {
        var page = Documentation.get().page(address);
        if (page.isPresent()) {
            show(response, page.get());
            return;
        }
        var file = Documentation.get().files().get(address);
        if (file == null) {
            throw new NoSuchElementException("The documentation has no page " + address + ".");
        }
        response.header(
                HeaderNames.CONTENT_TYPE, address.endsWith(".jpg") ? "image/jpeg" : "text/plain; charset=utf-8");
        response.send(file);
    }

    private void show(ServerResponse response, DocumentationPage page) {
        renderer.page(
                response,
                "documentation.jte",
                page.title(),
                FIRST,
                Map.of(
                        "content",
                        page.html(),
                        "root",
                        page.root(),
                        "version",
                        version(),
                        "isContents",
                        page.isContents()));
    }

    private void search(ServerRequest request, ServerResponse response) {
        var query = FormData.query(request).text("q", "");
        var hits = query.isEmpty() ? List.of() : Documentation.get().search(query);
        renderer.page(
                response,
                "documentation_search.jte",
                query.isEmpty() ? "Search the documentation" : "Search for “" + query + "”",
                FIRST,
                Map.of("query", query, "hits", hits, "isCut", hits.size() == Search.MOST_HITS));
    }

    /** Returns the version that the pages describe. */
    static String version() {
        var version = DocumentationPages.class.getPackage().getImplementationVersion();
        return version == null ? "OperatorKit, development build" : "OperatorKit " + version;
    }
}
