package dev.operatorkit.simulator.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.simulator.operator.OperatorSettings.CodeCollisions;
import dev.operatorkit.simulator.operator.OperatorSettings.DisabledCampaigns;
import dev.operatorkit.simulator.time.Durations;
import dev.operatorkit.simulator.wallet.CallbackSettings;
import dev.operatorkit.simulator.wallet.OptionalField;
import dev.operatorkit.simulator.wallet.RetrySchedule;
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

    private static OperatorSettings apply(OperatorSettings now, JsonNode form) {
        return new OperatorSettings(
                choice(form, "disabledCampaigns", DisabledCampaigns.class, now.disabledCampaigns()),
                choice(form, "codeCollisions", CodeCollisions.class, now.codeCollisions()),
                integer(form, "requestsPerMinute", now.requestsPerMinute(), 0, MAX_REQUESTS_PER_MINUTE),
                apply(now.callbacks(), form));
    }

    private static CallbackSettings apply(CallbackSettings now, JsonNode form) {
        var fields = now.fields();
        if (form.has("omittedFields")) {
            fields = EnumSet.allOf(OptionalField.class);
            for (var name : texts(form, "omittedFields")) {
                fields.remove(ConstantNames.parse(OptionalField.class, "omittedFields", name));
            }
        }
        var limits = now.limits();
        var retries = now.retries();
        return new CallbackSettings(
                fields,
                new CallLimits(
                        span(form, "connectTimeout", limits.connect(), MAX_CALL),
                        span(form, "callTimeout", limits.call(), MAX_CALL),
                        limits.answerHead(),
                        limits.answerBody()),
                integer(form, "concurrency", now.concurrency(), 1, MAX_CONCURRENT),
                new RetrySchedule(
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
        form.get(name).forEach(element -> texts.add(element.textValue()));
        if (!form.get(name).isArray() || texts.contains(null)) {
            throw new IllegalArgumentException("'" + name + "' must be a list of strings");
        }
        return texts;
    }

    private static <E extends Enum<E>> E choice(JsonNode form, String name, Class<E> type, E otherwise) {
        return form.has(name) ? ConstantNames.parse(type, name, text(form, name)) : otherwise;
    }

    private static int integer(JsonNode form, String name, int otherwise, int least, int most) {
        var number = form.path(name);
        if (number.isMissingNode()) {
            return otherwise;
        }
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
