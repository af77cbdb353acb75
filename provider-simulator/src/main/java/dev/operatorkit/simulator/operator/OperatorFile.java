package dev.operatorkit.simulator.operator;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.simulator.operator.OperatorSettings.DisabledCampaigns;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Several operators in one file: {@code {"operators":[{"id":…, "secretFiles":[…], "wallet":…, "allowSource":[…],
 * "disabledCampaigns":"hidden", "requestsPerMinute":0}]}}. Paths of secrets are relative to the file; all but {@code id}
 * and {@code secretFiles} may be left out.
 */
public final class OperatorFile {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            // A name that is mistyped would be a setting that is silently not set.
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private OperatorFile() {}

    private record Operators(@Nullable List<Entry> operators) {}

    private record Entry(
            @Nullable String id,
            @Nullable List<String> secretFiles,
            @Nullable String wallet,
            @Nullable List<String> allowSource,
            @Nullable String disabledCampaigns,
            @Nullable Integer requestsPerMinute) {}

    /** The operators of that file; IllegalArgumentException says what is wrong with it. */
    public static List<Operator> read(Path file) {
        try {
            var operators = JSON.readValue(Files.readAllBytes(file), Operators.class).operators;
            if (operators == null || operators.isEmpty()) {
                throw new IllegalArgumentException("it lists no operators");
            }
            var folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file lies in a folder");
            return operators.stream().map(entry -> operator(entry, folder)).toList();
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the operators file " + file + ": " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the operators file " + file + " cannot be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the operators file " + file + ": " + e.getMessage(), e);
        }
    }

    private static Operator operator(Entry entry, Path folder) {
        if (entry.id == null || entry.secretFiles == null || entry.secretFiles.isEmpty()) {
            throw new IllegalArgumentException("an operator needs an id and at least one of secretFiles");
        }
        var keys = SecretOption.read(
                entry.secretFiles.stream().map(folder::resolve).toList());
        var settings = OperatorSettings.DEFAULT
                .withDisabledCampaigns(disabledCampaigns(entry.disabledCampaigns))
                .withRequestsPerMinute(entry.requestsPerMinute == null ? 0 : entry.requestsPerMinute);
        return new Operator(
                entry.id,
                keys,
                entry.wallet == null ? null : WalletAddress.parse(entry.wallet),
                entry.allowSource == null ? Allowlist.OPEN : Allowlist.of(entry.allowSource),
                settings);
    }

    private static DisabledCampaigns disabledCampaigns(@Nullable String name) {
        if (name == null) {
            return DisabledCampaigns.HIDDEN;
        }
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "hidden" -> DisabledCampaigns.HIDDEN;
            case "reported" -> DisabledCampaigns.REPORTED;
            default ->
                throw new IllegalArgumentException("disabledCampaigns is hidden or reported, not '" + name + "'");
        };
    }
}
