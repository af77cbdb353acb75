package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.json.Json;
import dev.operatorkit.json.JsonContentType;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.Campaigns;
import dev.operatorkit.simulator.campaign.RefusedException;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.launch.Launches;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.LaunchUrl;
import dev.operatorkit.wire.NewCampaign;
import io.helidon.http.HeaderNames;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Defines the six calls of the Customer API as a table (VER-1). */
final class Endpoints {
    private static final String CAMPAIGNS = "/api/v1/free-rounds/campaigns";

    private final List<Route> routes = List.of(
            new Route("GET", "/api/v1/games", this::catalogue),
            new Route("GET", "/api/v1/games/*", this::launch),
            new Route("POST", CAMPAIGNS, this::createCampaign),
            new Route("POST", CAMPAIGNS + "/codes", this::createCode),
            new Route("POST", CAMPAIGNS + "/search", this::search),
            new Route("DELETE", CAMPAIGNS + "/*", this::disable));

    private final Catalogue catalogue;
    private final Launches launches;
    private final Campaigns campaigns;
    private final BonusCodes codes;
    private final Supplier<URI> base;
    private final Clock systemClock;

    Endpoints(
            Catalogue catalogue,
            Launches launches,
            Campaigns campaigns,
            BonusCodes codes,
            Supplier<URI> base,
            Clock systemClock) {
        this.catalogue = catalogue;
        this.launches = launches;
        this.campaigns = campaigns;
        this.codes = codes;
        this.base = base;
        this.systemClock = systemClock;
    }

    ApiResponse answer(Operator operator, Call call) {
        var path = call.rawPath();
        for (var route : routes) {
            if (route.method().equals(call.method()) && route.matches(path)) {
                return route.endpoint().answer(operator, call, route.variable(path));
            }
        }
        var onPath = routes.stream().filter(route -> route.matches(path)).toList();
        throw onPath.isEmpty() ? new ApiException(404, "there is nothing at this path") : wrongMethod(onPath);
    }

    private static ApiException wrongMethod(List<Route> onPath) {
        var allowed = onPath.stream().map(Route::method).sorted().collect(Collectors.joining(", "));
        return new ApiException(405, "this path takes " + allowed, Map.of(HeaderNames.ALLOW.defaultCase(), allowed));
    }

    private ApiResponse catalogue(Operator operator, Call call, String none) {
        return ApiResponse.resource(catalogue.representation(operator.id()));
    }

    private ApiResponse launch(Operator operator, Call call, String rawSlug) {
        var request = LaunchQuery.read(Query.id("gameSlug", rawSlug), call.rawQuery());
        launches.findObstacle(operator.id(), request).ifPresent(why -> {
            throw new ApiException(404, why);
        });
        var url =
                base.get() + "/play/" + launches.create(operator.id(), request).id();
        return ApiResponse.data(new LaunchUrl(url), systemClock.instant());
    }

    private ApiResponse createCampaign(Operator operator, Call call, String none) {
        var terms = read(call, NewCampaign.class);
        var campaign = refuseAsBadRequest(() -> campaigns.create(operator.id(), terms));
        return ApiResponse.data(campaign.toWire(), elapsed(campaign.createdAt()));
    }

    private ApiResponse createCode(Operator operator, Call call, String none) {
        var terms = read(call, BonusCode.class);
        var code = refuseAsBadRequest(
                () -> codes.create(operator.id(), terms, operator.settings().codeCollisions()));
        return ApiResponse.data(code.terms(), elapsed(code.createdAt()));
    }

    private ApiResponse search(Operator operator, Call call, String none) {
        var search = read(call, CampaignSearch.class);
        var found = campaigns.search(operator.id(), search, operator.settings().disabledCampaigns());
        return ApiResponse.data(found, lastChange(operator).orElse(systemClock.instant()));
    }

    private ApiResponse disable(Operator operator, Call call, String rawCode) {
        var code = Query.id("code", rawCode);
        if (!campaigns.disable(operator.id(), code)) {
            throw new ApiException(404, "there is no campaign '" + code + "'");
        }
        return ApiResponse.nothing(lastChange(operator).orElse(systemClock.instant()));
    }

    private Optional<Instant> lastChange(Operator operator) {
        return campaigns.lastChange(operator.id()).map(this::elapsed);
    }

    /** Limits a moment of the moved clock to real time, so that it is not in a cache's future. */
    private Instant elapsed(Instant moment) {
        var now = systemClock.instant();
        return moment.isAfter(now) ? now : moment;
    }

    private static <T> T refuseAsBadRequest(Supplier<T> creation) {
        try {
            return creation.get();
        } catch (RefusedException e) {
            throw new ApiException(e.notFound() ? 404 : 400, String.valueOf(e.getMessage()));
        }
    }

    private static <T> T read(Call call, Class<T> type) {
        if (call.body().length == 0) {
            throw new ApiException(400, "the body is missing");
        }
        var types = call.all(HeaderNames.CONTENT_TYPE);
        if (types.size() != 1 || !JsonContentType.isJson(types.get(0))) {
            throw new ApiException(400, "Content-Type must be application/json in UTF-8"); // GEN-2, D-37
        }
        if (!call.all(HeaderNames.CONTENT_ENCODING).isEmpty()) {
            throw new ApiException(400, "Content-Encoding is not supported. Send the body without it.");
        }
        try {
            return Json.read(call.body(), type);
        } catch (MalformedJsonException e) {
            throw new ApiException(400, String.valueOf(e.getMessage())); // D-38
        }
    }

    private interface Endpoint {
        ApiResponse answer(Operator operator, Call call, String variable);
    }

    /** Holds one line of the table. A star at the end of its path matches one non-empty segment. */
    private record Route(String method, String path, Endpoint endpoint) {
        boolean matches(String rawPath) {
            if (!path.endsWith("*")) {
                return rawPath.equals(path);
            }
            var start = path.length() - 1;
            return rawPath.length() > start
                    && rawPath.startsWith(path.substring(0, start))
                    && rawPath.indexOf('/', start) < 0;
        }

        String variable(String rawPath) {
            return path.endsWith("*") ? rawPath.substring(path.length() - 1) : "";
        }
    }
}
