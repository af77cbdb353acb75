package dev.operatorkit.simulator.console;

import io.helidon.common.media.type.MediaTypes;
import io.helidon.webserver.http.HttpRouting;
import java.util.List;
import java.util.Map;

/** Both interface descriptions, to read and to download. */
final class ReferencePage {
    private ReferencePage() {}

    static void routing(HttpRouting.Builder routing, Shell shell) {
        routing.get(
                "/reference",
                (request, response) -> shell.page(
                        response, "reference.jte", "API reference", "/reference", Map.of("descriptions", Read.ONCE)));
        for (var file : OpenApi.FILES) {
            routing.get("/openapi/" + file, (request, response) -> {
                response.headers().contentType(MediaTypes.create("application/yaml"));
                response.send(OpenApi.source(file));
            });
        }
    }

    /** Reading YAML takes longer than the start of everything else, and few look. */
    private static final class Read {
        static final List<OpenApi> ONCE =
                OpenApi.FILES.stream().map(OpenApi::read).toList();
    }
}
