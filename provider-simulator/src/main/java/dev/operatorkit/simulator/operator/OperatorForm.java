package dev.operatorkit.simulator.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.simulator.operator.OperatorSettings.CodeCollisions;
import dev.operatorkit.simulator.operator.OperatorSettings.DisabledCampaigns;
import dev.operatorkit.simulator.time.Durations;
import dev.operatorkit.simulator.wallet.CallbackSettings;
import dev.operatorkit.simulator.wallet.OptionalField;
import dev.operatorkit.simulator.wallet.RetrySchedule;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Converts an operator's settings from and to JSON, for the operators file and the admin API. */
public final class OperatorForm {
    public static final Set<String> NAMES = Set.of(
            "wallet",
            "allowSource",
            "disabledCampaigns",
            "codeCollisions",
            "requestsPerMinute",
            "omittedFields",
            "concurrency",
            "connectTimeout",
            "callTimeout",
            "initialRetryDelay",
            "maxRetryDelay",
            "retryJitter",
            "retryWindow");

    private static final int MAX_REQUESTS_PER_MINUTE = 1_000_000;
    /** Limits the settlements in progress, each of which has a thread and a connection. */
    private static final int MAX_CONCURRENT = 1_000;

    private static final Duration MAX_CALL = Duration.ofMinutes(10);
    /** Leaves room around the three days of the specification (DEL-1). */
    private static final Duration MAX_RETRY = Duration.ofDays(30);

    private OperatorForm() {}

    /** Returns a copy of an operator with the fields of {@code form}, or throws an IllegalArgumentException for an invalid one. */
    public static Operator apply(Operator operator, JsonNode form) {
        var result = operator;
        if (form.has("wallet")) {
            var wallet = form.get("wallet");
            result = result.withWallet(wallet.isNull() ? null : WalletAddress.parse(text(form, "wallet")));
        }
        if (form.has("allowSource")) {
            result = result.withAllowlist(Allowlist.of(texts(form, "allowSource")));
        }
        return result.withSettings(apply(result.settings(), form));
    }

    private static OperatorSettings apply(OperatorSettings settings, JsonNode form) {
        var result = settings;
        if (form.has("disabledCampaigns")) {
            var reading =
                    ConstantNames.parse(DisabledCampaigns.class, "disabledCampaigns", text(form, "disabledCampaigns"));
            result = result.withDisabledCampaigns(reading);
        }
        if (form.has("codeCollisions")) {
            var collisions = ConstantNames.parse(CodeCollisions.class, "codeCollisions", text(form, "codeCollisions"));
            result = result.withCodeCollisions(collisions);
        }
        if (form.has("requestsPerMinute")) {
            result = result.withRequestsPerMinute(integer(form, "requestsPerMinute", 0, MAX_REQUESTS_PER_MINUTE));
        }
        return result.withCallbacks(apply(result.callbacks(), form));
    }

    private static CallbackSettings apply(CallbackSettings settings, JsonNode form) {
        var result = settings;
        if (form.has("omittedFields")) {
            var fields = EnumSet.allOf(OptionalField.class);
            texts(form, "omittedFields")
                    .forEach(name -> fields.remove(ConstantNames.parse(OptionalField.class, "omittedFields", name)));
            result = result.withFields(fields);
        }
        if (form.has("concurrency")) {
            result = result.withConcurrency(integer(form, "concurrency", 1, MAX_CONCURRENT));
        }
        var limits = result.limits();
        var retries = result.retries();
        return result.withLimits(new CallLimits(
                        span(form, "connectTimeout", limits.connect(), MAX_CALL),
                        span(form, "callTimeout", limits.call(), MAX_CALL),
                        limits.answerHead(),
                        limits.answerBody()))
                .withRetries(new RetrySchedule(
                        span(form, "initialRetryDelay", retries.first(), MAX_RETRY),
                        span(form, "maxRetryDelay", retries.longest(), MAX_RETRY),
                        form.has("retryJitter") ? share(form, "retryJitter") : retries.jitter(),
                        span(form, "retryWindow", retries.window(), MAX_RETRY)));
    }

    /** Returns the settings of an operator as JSON. */
    public static ObjectNode of(Operator operator) {
        var settings = operator.settings();
        var callbacks = settings.callbacks();
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("id", operator.id())
                .put(
                        "wallet",
                        operator.wallet() == null ? null : operator.wallet().toString())
                .put("disabledCampaigns", format(settings.disabledCampaigns()))
                .put("codeCollisions", format(settings.codeCollisions()))
                .put("requestsPerMinute", settings.requestsPerMinute())
                .put("concurrency", callbacks.concurrency())
                .put("connectTimeout", format(callbacks.limits().connect()))
                .put("callTimeout", format(callbacks.limits().call()))
                .put("initialRetryDelay", format(callbacks.retries().first()))
                .put("maxRetryDelay", format(callbacks.retries().longest()))
                .put("retryJitter", callbacks.retries().jitter())
                .put("retryWindow", format(callbacks.retries().window()));
        var sources = json.putArray("allowSource");
        operator.allowlist().ranges().forEach(range -> sources.add(range.toString()));
        var omitted = json.putArray("omittedFields");
        EnumSet.complementOf(EnumSet.copyOf(callbacks.fields())).forEach(field -> omitted.add(format(field)));
        return json;
    }

    private static String format(Duration span) {
        return Durations.format(span).replace(" ", "");
    }

    private static String format(Enum<?> constant) {
        return ConstantNames.format(constant.name());
    }

    private static Duration span(JsonNode form, String name, Duration otherwise, Duration longest) {
        if (!form.has(name)) {
            return otherwise;
        }
        var span = Durations.parse(text(form, name));
        if (span.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    "'" + name + "' is " + text(form, name) + ". Enter at most " + Durations.format(longest) + ".");
        }
        return span;
    }

    private static String text(JsonNode form, String name) {
        if (!form.get(name).isTextual()) {
            throw new IllegalArgumentException("'" + name + "' must be a string");
        }
        return form.get(name).textValue();
    }

    private static List<String> texts(JsonNode form, String name) {
        var texts = new ArrayList<String>();
        if (!form.get(name).isArray()) {
            throw new IllegalArgumentException("'" + name + "' must be a list of strings");
        }
        for (var element : form.get(name)) {
            if (!element.isTextual()) {
                throw new IllegalArgumentException("'" + name + "' must be a list of strings");
            }
            texts.add(element.textValue());
        }
        return texts;
    }

    private static int integer(JsonNode form, String name, int least, int most) {
        var number = form.get(name);
        if (!number.isIntegralNumber()) {
            throw new IllegalArgumentException("'" + name + "' must be a whole number");
        }
        if (!number.canConvertToInt() || number.intValue() < least || number.intValue() > most) {
            throw new IllegalArgumentException("'" + name + "' is " + number.asText() + ". Enter a whole number from "
                    + least + " to " + most + ".");
        }
        return number.intValue();
    }

    private static double share(JsonNode form, String name) {
        if (!form.get(name).isNumber()) {
            throw new IllegalArgumentException("'" + name + "' must be a number");
        }
        return form.get(name).doubleValue();
    }
}
