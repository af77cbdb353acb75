package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.client.Scenario.Setup;
import dev.operatorkit.conformance.wire.Secret;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holds what judges look at: the calls of one scenario and what the client was asked to do.
 *
 * @param setup what the scenario asks of both sides
 * @param operator the id that {@code X-Operator} must carry
 * @param secret the secret that must sign, and must be nowhere else
 * @param calls the calls in the order in which they arrived
 * @param games the games of the service, by slug
 * @param output what the command wrote to its standard output and error; empty when it was not seen
 * @param end how the command ended, in words; empty when it ended well
 */
public record Evidence(
        Setup setup,
        String operator,
        Secret secret,
        List<ClientCall> calls,
        Map<String, Offer> games,
        String output,
        String end) {

    /** Holds whether a game is available and whether it has free rounds. */
    public record Offer(boolean available, boolean freeRound) {}

    /** Returns the task of the client. */
    Task task() {
        return setup.task();
    }

    /** Returns the calls to an endpoint, in order. */
    List<ClientCall> to(ApiEndpoint endpoint) {
        return calls.stream().filter(call -> call.isTo(endpoint)).toList();
    }

    /** Returns the calls to an endpoint whose response the scenario does not hinder. */
    Stream<ClientCall> undisturbed(ApiEndpoint endpoint) {
        var all = to(endpoint);
        return IntStream.range(0, all.size())
                .filter(at -> setup.disturbances().stream()
                        .noneMatch(each -> each.hindersResponse() && each.isAbout(endpoint, at + 1)))
                .mapToObj(all::get);
    }

    /** Returns the calls to an endpoint whose body is a JSON object, in order. */
    Stream<ClientCall> objectsTo(ApiEndpoint endpoint) {
        return to(endpoint).stream().filter(call -> call.json().isObject());
    }

    /** Returns true when the service held a campaign with this code before the scenario began. */
    boolean isPrepared(String campaign) {
        return setup.campaigns().contains(campaign);
    }
}
