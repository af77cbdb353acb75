package dev.operatorkit.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.DatabindException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.CallbackIds;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.LaunchUrl;
import dev.operatorkit.wire.NewCampaign;
import dev.operatorkit.wire.Player;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads and writes every record of {@code dev.operatorkit.wire} with the one JSON configuration (D-38): strict about
 * the form of a document, and tolerant of unknown fields. Every error is a {@link MalformedJsonException}, which names
 * the field and never quotes a value. Other records are mapped component by component.
 */
public final class Json {
    private static final int DEEPEST = 16;
    private static final int LONGEST_NUMBER = 60;
    private static final int LONGEST_STRING = 65_536;
    private static final int LONGEST_NAME = 256;

    private static final ObjectMapper MAPPER = RecordBinding.mapper(JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // Field names come from the network and must not fill the JVM's table of strings.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxStringLength(LONGEST_STRING)
                    .maxNameLength(LONGEST_NAME)
                    .build())
            .build());

    /** Parses what is skipped. The size of the body limits it, so no other limit is needed. */
    private static final JsonFactory UNLIMITED = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final Map<Class<?>, Codec<?>> FORMS = new HashMap<>();

    static {
        form(Debit.class, CallbackJson::debit, CallbackJson::write);
        form(Credit.class, CallbackJson::credit, CallbackJson::write);
        form(Rollback.class, CallbackJson::rollback, CallbackJson::write);
        form(Player.class, CallbackJson::player, CallbackJson::write);
        form(TransactionResult.class, CallbackJson::transactionResult, CallbackJson::write);
        form(ErrorMessage.class, CallbackJson::errorMessage, CallbackJson::write);
        form(Game.class, CustomerApiJson::game, CustomerApiJson::write);
        form(LaunchUrl.class, CustomerApiJson::launchUrl, CustomerApiJson::write);
        form(NewCampaign.class, CustomerApiJson::newCampaign, CustomerApiJson::write);
        form(Campaign.class, CustomerApiJson::campaign, CustomerApiJson::write);
        form(CampaignPage.class, CustomerApiJson::campaignPage, CustomerApiJson::write);
        form(CampaignSearch.class, CustomerApiJson::campaignSearch, CustomerApiJson::write);
        form(BonusCode.class, CustomerApiJson::bonusCode, CustomerApiJson::write);
    }

    private Json() {}

    /**
     * Reads one record; nothing may follow it.
     *
     * @throws MalformedJsonException if the bytes are not such a record
     */
    public static <T> T read(byte[] bytes, Class<T> type) {
        return read(bytes, type, field -> {});
    }

    /**
     * Reads one record; nothing may follow it. Passes to {@code unreadable} the name of each informational field that
     * could not be read and was skipped, such as {@code freeRoundData.value} (D-54).
     *
     * @throws MalformedJsonException if the bytes are not such a record
     */
    public static <T> T read(byte[] bytes, Class<T> type, Consumer<String> unreadable) {
        var reading = codecOf(type).reading();
        return parse(bytes, MAPPER.getFactory(), parser -> {
            var in = new FieldCursor(parser, unreadable, false);
            try {
                return parse(parser, in, reading);
            } catch (MalformedJsonException e) {
                if (!in.brokeInInformational()) {
                    throw e;
                }
                // An informational field that exceeds the parser's limits must not reject a payout either: read the
                // rest without it.
                return parse(
                        bytes, UNLIMITED, again -> parse(again, new FieldCursor(again, unreadable, true), reading));
            }
        });
    }

    /**
     * Reads the ids of a debit, credit or rollback, whatever its other fields contain (D-21). The body must still be
     * one JSON object without duplicate names (D-38), and its transactionId must be within its limits (D-36).
     *
     * @throws MalformedJsonException if the body is not such an object
     */
    public static CallbackIds readIds(byte[] bytes) {
        return parse(bytes, UNLIMITED, parser -> parse(parser, new FieldCursor(parser), CallbackJson::callbackIds));
    }

    /** Reads the record inside {@code {"data": …}} (GEN-6). */
    public static <T> T readData(byte[] bytes, Class<T> type) {
        var reading = codecOf(type).reading();
        return parse(bytes, in -> data(in, reading));
    }

    /** Reads the list inside {@code {"data": […]}} or {@code {"data": {"list": […]}}} (D-2). */
    public static <T> List<T> readDataList(byte[] bytes, Class<T> type) {
        var reading = codecOf(type).reading();
        return parse(bytes, in -> data(in, value -> list(value, reading)));
    }

    /** Writes a record as UTF-8 and omits null components. */
    public static <T> byte[] write(T value) {
        var writing = writerOf(value);
        return generate(out -> writing.write(value, out));
    }

    /** Writes a record inside {@code {"data": …}} (GEN-6). */
    public static <T> byte[] writeData(T value) {
        var writing = writerOf(value);
        return generate(out -> out.begin().object("data", value, writing).end());
    }

    /** Writes records inside {@code {"data": […]}} (D-2). */
    public static <T> byte[] writeDataList(List<T> values) {
        return generate(out -> out.begin()
                .list("data", values, (value, each) -> writerOf(value).write(value, each))
                .end());
    }

    private static <T> T data(FieldCursor in, FieldCursor.FieldReader<T> reading) throws IOException {
        T data = null;
        for (var name = in.first(); name != null; name = in.next()) {
            if (name.equals("data")) {
                data = in.object(reading);
            } else {
                in.skip();
            }
        }
        return in.required("data", data);
    }

    private static <T> List<T> list(FieldCursor in, FieldCursor.FieldReader<T> element) throws IOException {
        if (in.isList()) {
            return in.required(in.list(element));
        }
        List<T> list = null;
        for (var name = in.first(); name != null; name = in.next()) {
            if (name.equals("list")) {
                list = in.list(element);
            } else {
                in.skip();
            }
        }
        return in.required("list", list);
    }

    private static <T> T parse(byte[] bytes, FieldCursor.FieldReader<T> reading) {
        return parse(bytes, MAPPER.getFactory(), parser -> parse(parser, new FieldCursor(parser), reading));
    }

    private static <T> T parse(byte[] bytes, JsonFactory factory, Parsing<T> parsing) {
        WellFormedText.require(bytes);
        try (var parser = factory.createParser(bytes)) {
            return parsing.parse(parser);
        } catch (IOException e) {
            // Only opening and closing can throw here, and neither fails for bytes in memory.
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T parse(JsonParser parser, FieldCursor in, FieldCursor.FieldReader<T> reading)
            throws IOException {
        try {
            if (parser.nextToken() == null) {
                throw new MalformedJsonException("the body is empty");
            }
            var value = reading.read(in);
            if (parser.nextToken() != null) {
                throw new MalformedJsonException("the body continues after the end of the object");
            }
            return value;
        } catch (JacksonException e) {
            // The parser's message may quote the document, and with it a token.
            throw new MalformedJsonException(describeProblem(in, e));
        } catch (IllegalArgumentException e) {
            throw new MalformedJsonException(FieldCursor.at(in.path(), String.valueOf(e.getMessage())));
        }
    }

    private static String describeProblem(FieldCursor in, JacksonException e) {
        var where = in.path().isEmpty() ? "the body" : in.path();
        var message = e.getOriginalMessage();
        if (e instanceof StreamConstraintsException) {
            return where + ": " + message.replaceAll(", from .*", ")");
        }
        if (e instanceof JsonEOFException) {
            return where + " ends too early";
        }
        if (message.startsWith("Duplicate")) {
            return where + " appears twice";
        }
        if (e instanceof DatabindException) {
            return e.getCause() instanceof IllegalArgumentException refusal
                    ? FieldCursor.at(in.path(), String.valueOf(refusal.getMessage()))
                    : where + " has the wrong type";
        }
        var location = e.getLocation();
        return where + " is not JSON" + (location == null ? "" : " at byte " + location.getByteOffset());
    }

    private static byte[] generate(Body body) {
        try (var bytes = new ByteArrayBuilder(256);
                var generator = MAPPER.createGenerator(bytes)) {
            body.write(new JsonOutput(generator));
            generator.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot be written as JSON", e);
        }
    }

    private static <T> void form(Class<T> type, FieldCursor.FieldReader<T> reading, JsonOutput.FieldWriter<T> writing) {
        FORMS.put(type, new Codec<>(reading, writing));
    }

    @SuppressWarnings("unchecked") // form() is the only writer of the map
    private static <T> Codec<T> codecOf(Class<T> type) {
        var form = (Codec<T>) FORMS.get(type);
        return form != null ? form : new Codec<>(in -> in.bind(MAPPER, type), (value, out) -> out.bind(MAPPER, value));
    }

    @SuppressWarnings("unchecked") // records are final: the class of a T is T
    private static <T> JsonOutput.FieldWriter<T> writerOf(T value) {
        return ((Codec<T>) codecOf(value.getClass())).writing();
    }

    private interface Parsing<T> {
        T parse(JsonParser parser) throws IOException;
    }

    private interface Body {
        void write(JsonOutput out) throws IOException;
    }

    private record Codec<T>(FieldCursor.FieldReader<T> reading, JsonOutput.FieldWriter<T> writing) {}
}
