package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.http.Routes;
import io.helidon.common.media.type.MediaTypes;
import java.util.List;
import java.util.Map;

/** Shows both OpenAPI descriptions and offers them for download. */
final class ReferencePage {
    private ReferencePage() {}

    static void routing(Routes routes, PageRenderer renderer) {
        routes.get(
                "/reference",
                (request, response) -> renderer.page(
                        response, "reference.jte", "API reference", "/reference", Map.of("descriptions", Read.ONCE)));
        for (var file : OpenApi.FILES) {
            routes.get("/openapi/" + file, (request, response) -> {
                response.headers().contentType(MediaTypes.create("application/yaml"));
                response.send(OpenApi.source(file));
            });
        }
    }

    /** Reads the descriptions on first use: parsing YAML takes longer than the rest of the start. */
    private static final class Read {
        static final List<OpenApi> ONCE =
                OpenApi.FILES.stream().map(OpenApi::read).toList();
    }
}
