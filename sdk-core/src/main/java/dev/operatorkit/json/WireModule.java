package dev.operatorkit.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.StdConverter;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.CallbackIds;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.FreeRoundData;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.NewCampaign;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.WireAmount;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Configures how jackson-databind binds records: which JSON type each component needs, and what a record of {@code
 * dev.operatorkit.wire} looks like where it differs from its components.
 */
final class WireModule extends SimpleModule {
    private static final int MAX_INT_LENGTH = 11; // with its sign

    private static final long serialVersionUID = 1L;

    private WireModule(String name) {
        super(name);
        read(Amount.class, WireModule::amount);
        read(CurrencyCode.class, WireModule::currency);
        read(Instant.class, WireModule::time);
        write(Amount.class, (amount, out) -> out.writeNumber(amount.toPlainString()));
        write(CurrencyCode.class, (currency, out) -> out.writeString(currency.code()));
        write(Instant.class, (time, out) -> out.writeString(UtcTime.format(time)));
    }

    /** Returns the formats of amounts, currencies and times, for a program's own records. */
    static WireModule formats() {
        return new WireModule("operatorkit-formats");
    }

    /** Returns the forms of the records of {@code dev.operatorkit.wire}, without any coercion between JSON types. */
    static WireModule wire() {
        var module = new WireModule("operatorkit-wire");
        module.read(String.class, WireModule::text);
        module.addDeserializer(
                OptionalInt.class, new Defaulted<>(parser -> OptionalInt.of(integer(parser)), OptionalInt.empty()));
        module.addSerializer(OptionalInt.class, new OptionalIntWriter());
        module.addDeserializer(int.class, new Required<>(WireModule::integer));
        module.addDeserializer(boolean.class, new Defaulted<>(WireModule::bool, false));
        module.addDeserializer(Game.class, new GameReader());
        module.write(Game.class, GameReader::write);
        module.setMixInAnnotation(Debit.class, DebitForm.class);
        module.setMixInAnnotation(Credit.class, SettlementForm.class);
        module.setMixInAnnotation(Rollback.class, SettlementForm.class);
        module.setMixInAnnotation(FreeRoundData.class, FreeRoundForm.class);
        module.setMixInAnnotation(CallbackIds.class, IdsForm.class);
        module.setMixInAnnotation(Balance.class, BalanceForm.class);
        module.setMixInAnnotation(NewCampaign.class, NewCampaignForm.class);
        module.setMixInAnnotation(Campaign.class, CampaignForm.class);
        return module;
    }

    abstract static class DebitForm {
        @JsonDeserialize(using = Informational.StoredText.class)
        abstract String reason();

        @JsonDeserialize(using = Informational.FreeRound.class)
        abstract FreeRoundData freeRoundData();
    }

    abstract static class SettlementForm {
        @JsonDeserialize(using = Informational.Id.class)
        abstract String gameId();

        @JsonDeserialize(using = Informational.Text.class)
        abstract String reason();

        @JsonDeserialize(using = Informational.FreeRound.class)
        abstract FreeRoundData freeRoundData();
    }

    abstract static class FreeRoundForm {
        @JsonDeserialize(using = Informational.Value.class)
        abstract WireAmount value();
    }

    /** Requires only the transactionId, since the id is looked up before anything else is checked (D-21). */
    abstract static class IdsForm {
        @JsonDeserialize(using = TextOrNothing.class)
        abstract String playerId();

        @JsonDeserialize(using = TextOrNothing.class)
        abstract String token();
    }

    @JsonPropertyOrder({
        "campaignCode",
        "campaignName",
        "amount",
        "currencyCode",
        "gameSlugs",
        "createdAt",
        "isDisabled",
        "startDate",
        "endDate",
        "maxRounds"
    })
    abstract static class CampaignForm {
        /** Writes null too, since the field is always present (D-60). */
        @JsonInclude(JsonInclude.Include.ALWAYS)
        abstract OptionalInt maxRounds();
    }

    @JsonSerialize(converter = BalanceFields.Of.class)
    @JsonDeserialize(converter = BalanceFields.To.class)
    interface BalanceForm {}

    /** Holds a balance as it is sent: its money is two fields. */
    record BalanceFields(
            @Nullable Amount amount,
            @Nullable CurrencyCode currency,
            @Nullable Instant updatedAt) {
        static final class Of extends StdConverter<Balance, BalanceFields> {
            @Override
            public BalanceFields convert(Balance balance) {
                var money = balance.money();
                return new BalanceFields(money.toAmount(), money.currency(), balance.updatedAt());
            }
        }

        static final class To extends StdConverter<BalanceFields, Balance> {
            @Override
            public Balance convert(BalanceFields sent) {
                return new Balance(
                        money(sent.amount, "currency", sent.currency), required("updatedAt", sent.updatedAt));
            }
        }
    }

    @JsonSerialize(converter = NewCampaignFields.Of.class)
    @JsonDeserialize(converter = NewCampaignFields.To.class)
    interface NewCampaignForm {}

    /** Holds a new campaign as it is sent: its money is two fields. */
    record NewCampaignFields(
            @Nullable String campaignCode,
            @Nullable String campaignName,
            @Nullable Amount amount,
            @Nullable CurrencyCode currencyCode,
            @Nullable List<String> gameSlugs,
            @Nullable Instant startDate,
            @Nullable Instant endDate,
            OptionalInt maxRounds) {
        static final class Of extends StdConverter<NewCampaign, NewCampaignFields> {
            @Override
            public NewCampaignFields convert(NewCampaign campaign) {
                return new NewCampaignFields(
                        campaign.campaignCode(),
                        campaign.campaignName(),
                        campaign.amount().toAmount(),
                        campaign.amount().currency(),
                        campaign.gameSlugs(),
                        campaign.startDate(),
                        campaign.endDate(),
                        campaign.maxRounds());
            }
        }

        static final class To extends StdConverter<NewCampaignFields, NewCampaign> {
            @Override
            public NewCampaign convert(NewCampaignFields sent) {
                return new NewCampaign(
                        required("campaignCode", sent.campaignCode),
                        required("campaignName", sent.campaignName),
                        money(sent.amount, "currencyCode", sent.currencyCode),
                        required("gameSlugs", sent.gameSlugs),
                        required("startDate", sent.startDate),
                        required("endDate", sent.endDate),
                        sent.maxRounds);
            }
        }
    }

    private static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    /** Combines two fields into money; the amount must fit the currency (D-19). */
    private static Money money(@Nullable Amount amount, String currencyName, @Nullable CurrencyCode currency) {
        var number = required("amount", amount);
        var code = required(currencyName, currency);
        try {
            return number.toMoney(code);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("amount " + e.getMessage(), e);
        }
    }

    static String text(JsonParser parser) throws IOException {
        require(parser, JsonToken.VALUE_STRING, "a string");
        return parser.getText();
    }

    static boolean bool(JsonParser parser) throws IOException {
        if (!parser.currentToken().isBoolean()) {
            throw FieldPath.wrong(parser, "must be true or false");
        }
        return parser.getBooleanValue();
    }

    private static int integer(JsonParser parser) throws IOException {
        require(parser, JsonToken.VALUE_NUMBER_INT, "a whole number");
        if (parser.getTextLength() > MAX_INT_LENGTH || parser.getNumberType() != JsonParser.NumberType.INT) {
            throw FieldPath.wrong(parser, "is too large");
        }
        return parser.getIntValue();
    }

    static Amount amount(JsonParser parser) throws IOException {
        if (!parser.currentToken().isNumeric()) {
            throw FieldPath.wrong(parser, "must be a number");
        }
        try {
            return Amount.parse(parser.getText());
        } catch (IllegalArgumentException e) {
            throw FieldPath.wrong(parser, e.getMessage());
        }
    }

    private static CurrencyCode currency(JsonParser parser) throws IOException {
        var code = text(parser);
        try {
            return CurrencyCode.ofUnlisted(code); // a program that moves money asks for a known one
        } catch (IllegalArgumentException e) {
            throw FieldPath.wrong(parser, "is " + e.getMessage());
        }
    }

    private static Instant time(JsonParser parser) throws IOException {
        var text = text(parser);
        try {
            return UtcTime.parse(text);
        } catch (IllegalArgumentException e) {
            throw FieldPath.wrong(parser, e.getMessage());
        }
    }

    private static void require(JsonParser parser, JsonToken token, String what) {
        if (parser.currentToken() != token) {
            throw FieldPath.wrong(parser, "must be " + what);
        }
    }

    /** Reads a text; null when the value is anything else. */
    private static final class TextOrNothing extends JsonDeserializer<String> {
        @Override
        public @Nullable String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken() == JsonToken.VALUE_STRING) {
                return parser.getText();
            }
            parser.skipChildren();
            return null;
        }
    }

    private interface Reading<T> {
        T read(JsonParser parser) throws IOException;
    }

    private interface Writing<T> {
        void write(T value, JsonGenerator out) throws IOException;
    }

    /** Reads a value of one JSON type. JSON's null is an absent component, which only the record can refuse. */
    private static class Strict<T> extends JsonDeserializer<T> {
        private final Reading<T> reading;

        Strict(Reading<T> reading) {
            this.reading = reading;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return reading.read(parser);
        }
    }

    /** Reads a primitive, which cannot be absent. */
    private static final class Required<T> extends Strict<T> {
        Required(Reading<T> reading) {
            super(reading);
        }

        @Override
        public T getNullValue(DeserializationContext context) {
            throw FieldPath.wrong(context.getParser(), "is missing");
        }
    }

    /** Reads a value that has a default where it is absent. */
    private static final class Defaulted<T> extends Strict<T> {
        private final T value;

        Defaulted(Reading<T> reading, T value) {
            super(reading);
            this.value = value;
        }

        @Override
        public T getNullValue(DeserializationContext context) {
            return value;
        }
    }

    /** Writes a number, or null where it is written although it is empty. */
    private static final class OptionalIntWriter extends JsonSerializer<OptionalInt> {
        @Override
        public boolean isEmpty(SerializerProvider provider, OptionalInt value) {
            return value.isEmpty();
        }

        @Override
        public void serialize(OptionalInt value, JsonGenerator out, SerializerProvider provider) throws IOException {
            if (value.isPresent()) {
                out.writeNumber(value.getAsInt());
            } else {
                out.writeNull();
            }
        }
    }

    private <T> void read(Class<T> type, Reading<T> reading) {
        addDeserializer(type, new Strict<>(reading));
    }

    private <T> void write(Class<T> type, Writing<T> writing) {
        addSerializer(type, new JsonSerializer<>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                writing.write(value, out);
            }
        });
    }
}
