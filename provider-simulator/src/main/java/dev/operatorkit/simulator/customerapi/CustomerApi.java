package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.http.guard.ThrottledLog;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.Campaigns;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.customerapi.Call.BodyReception;
import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.launch.Launches;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngine;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Serves the calls of operators. Every call is read within limits, verified before it is interpreted (SIG-12), counted,
 * and answered with cache headers (CAC-1).
 */
public final class CustomerApi {
    private static final ThrottledLog FAILED =
            new ThrottledLog(LoggerFactory.getLogger(CustomerApi.class), "a request failed");
    private static final String PREFIX = "/api/";
    /** Lists the beginnings of request lines that address this API and get its error format. */
    private static final List<String> BEGINNINGS = List.of("/api", "/API", "//", "http://", "https://");

    private static final Header JSON = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "application/json");
    private static final Header CACHE_CONTROL =
            HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "public, max-age=300");
    private static final byte[] GARBAGE =
            "{\"data\":[{\"slug\":\"cherry-ru<html>502 Bad Gateway".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NOTHING = {};

    private final Authentication authentication;
    private final RateLimit rateLimit;
    private final CallbackEngine engine;
    private final Endpoints endpoints;
    private final CallRecorder transcript;
    private final ClientAddress clients;
    private final Clock systemClock;

    /**
     * Creates the Customer API.
     *
     * @param clients the addresses that calls come from (NET-1)
     * @param clock the clock whose real time is used for signatures and caches
     */
    public CustomerApi(
            Operators operators,
            Catalogue catalogue,
            Launches launches,
            Campaigns campaigns,
            BonusCodes codes,
            CallbackEngine engine,
            ClientAddress clients,
            Supplier<URI> base,
            SimulatorClock clock) {
        this.clients = clients;
        this.systemClock = clock.systemClock();
        this.authentication = new Authentication(operators, systemClock);
        this.rateLimit = new RateLimit(systemClock);
        this.engine = engine;
        this.endpoints = new Endpoints(catalogue, launches, campaigns, codes, base, systemClock);
        this.transcript = new CallRecorder(engine.transcript(), clock);
    }

    /** Registers every raw path below {@code /api/}, because Helidon decodes its own paths. */
    public void routing(Routes routes) {
        BEGINNINGS.forEach(prefix -> routes.tree(prefix, this::handle));
    }

    private void handle(ServerRequest request, ServerResponse response) throws InterruptedException {
        var start = System.nanoTime();
        var call = receive(request);
        var trace = new CallRecorder.Trace();
        var answer = handleSafely(call, trace);
        if (call.reception() != BodyReception.WHOLE) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        send(response, answer);
        transcript.record(call, answer, trace, System.nanoTime() - start);
    }

    /**
     * Waits for a body only if the call is not rejected by its headers, because a caller without a secret could send a long body slowly.
     */
    private Call receive(ServerRequest request) {
        var source = clients.of(request);
        if (Call.waitsForBody(request)) {
            var head = Call.ofHead(request, source);
            if (!isServed(head) || authentication.rejectByHeaders(head).isPresent()) {
                return head;
            }
        }
        return Call.of(request, source);
    }

    private static boolean isServed(Call call) {
        return call.rawPath().startsWith(PREFIX);
    }

    private ApiResponse handleSafely(Call call, CallRecorder.Trace trace) throws InterruptedException {
        try {
            var answer = answer(call, trace);
            var conditional = answer.cacheable() && call.method().equals("GET");
            return conditional && ConditionalHeaders.notModified(call, answer.content())
                    ? answer.notModified()
                    : answer;
        } catch (ApiException e) {
            return ApiResponse.error(e.status(), e.message(), e.headers(), systemClock.instant());
        } catch (RuntimeException e) {
            FAILED.warn(call.method(), e);
            return ApiResponse.error(500, "internal error", Map.of(), systemClock.instant());
        }
    }

    private ApiResponse answer(Call call, CallRecorder.Trace trace) throws InterruptedException {
        switch (call.reception()) {
            case TOO_LARGE -> throw new ApiException(413, "the body is larger than " + Call.MAX_BODY_BYTES + " bytes");
            case BROKEN ->
                throw new ApiException(400, "the body is incomplete, or its chunks are malformed. Send it again.");
            case NOT_READ, WHOLE -> {}
        }
        if (!isServed(call)) {
            throw new ApiException(404, "there is nothing at this path. Paths begin with " + PREFIX + "v1/.");
        }
        if (call.reception() == BodyReception.NOT_READ) {
            throw authentication
                    .rejectByHeaders(call)
                    .orElseGet(() -> new ApiException(401, "the call was rejected by its headers. Sign it again."));
        }
        var operator = authentication.authenticate(call);
        trace.isAuthenticated = true;
        rateLimit.count(operator);
        var fault = engine.faults().takeForCustomerApi(operator.id());
        fault.ifPresent(struck -> trace.fault = struck.kind());
        return fault.isPresent() ? applyFault(fault.get(), operator, call) : endpoints.answer(operator, call);
    }

    private ApiResponse applyFault(Fault fault, Operator operator, Call call) throws InterruptedException {
        return switch (fault.kind()) {
            case API_ERROR -> throw new ApiException(500, "internal error, as the simulator was asked for");
            case API_GARBAGE -> ApiResponse.raw(200, GARBAGE, systemClock.instant());
            case API_NOT_MODIFIED -> endpoints.answer(operator, call).notModified();
            case API_SLOW -> {
                Thread.sleep(fault.time());
                yield endpoints.answer(operator, call);
            }
            default -> throw new IllegalStateException(fault.kind() + " does not apply to the Customer API");
        };
    }

    private static void send(ServerResponse response, ApiResponse answer) {
        var content = answer.content();
        response.status(Status.create(answer.status())).header(CACHE_CONTROL);
        content.validators().forEach(response::header);
        answer.headers().forEach(response::header);
        if (answer.status() == 304 || content.body().length == 0) {
            response.send(NOTHING);
        } else {
            response.header(JSON).send(content.body());
        }
    }
}
