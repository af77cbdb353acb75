package dev.operatorkit.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.FreeRoundData;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.LaunchUrl;
import dev.operatorkit.wire.NewCampaign;
import dev.operatorkit.wire.Pagination;
import dev.operatorkit.wire.Player;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import dev.operatorkit.wire.WireAmount;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripTest {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00.007Z");
    private static final Balance BALANCE = new Balance(Money.of("98.50", "EUR"), NOON);
    private static final WireAmount FREE_VALUE = WireAmount.of(Money.of("0.20", "EUR"));

    static Stream<Arguments> everyRecordAsItTravels() {
        return Stream.of(
                Arguments.of(
                        new Debit(
                                "tx-1",
                                "round-1",
                                "player-1",
                                "book",
                                "token-1",
                                WireAmount.of(Money.of("1.5", "EUR")),
                                "bet",
                                null),
                        """
                        {"transactionId":"tx-1","gameRoundId":"round-1","playerId":"player-1","gameId":"book",\
                        "token":"token-1","stake":{"amount":1.50,"currency":"EUR"},"reason":"bet"}\
                        """),
                Arguments.of(
                        new Credit(
                                "tx-2",
                                "tx-1",
                                "round-1",
                                "player-1",
                                null,
                                new WireAmount(Amount.parse("0"), null),
                                "freeround",
                                new FreeRoundData("spring", FREE_VALUE)),
                        """
                        {"transactionId":"tx-2","referenceTransactionId":"tx-1","gameRoundId":"round-1",\
                        "playerId":"player-1","payout":{"amount":0},"reason":"freeround",\
                        "freeRoundData":{"campaign":"spring","value":{"amount":0.20,"currency":"EUR"}}}\
                        """),
                Arguments.of(new Rollback("tx-3", "tx-1", "round-1", "player-1", "book", "refund"), """
                    {"transactionId":"tx-3","referenceTransactionId":"tx-1","gameRoundId":"round-1",\
                    "playerId":"player-1","gameId":"book","reason":"refund"}\
                    """),
                Arguments.of(new Player("player-1", "Zoë \"Z\" \uD83C\uDFB2", BALANCE), """
                    {"accountId":"player-1","displayName":"Zoë \\"Z\\" \uD83C\uDFB2","balance":{"amount":98.50,\
                    "currency":"EUR","updatedAt":"2026-01-31T12:00:00.007Z"}}\
                    """),
                Arguments.of(new TransactionResult("op-1", BALANCE, NOON), """
                    {"operatorTransactionId":"op-1","balance":{"amount":98.50,"currency":"EUR",\
                    "updatedAt":"2026-01-31T12:00:00.007Z"},"createdAt":"2026-01-31T12:00:00.007Z"}\
                    """),
                Arguments.of(new ErrorMessage("stake.amount must be a number"), """
                    {"message":"stake.amount must be a number"}\
                    """),
                Arguments.of(
                        new Game(
                                "book",
                                true,
                                false,
                                List.of("DE", "FR"),
                                Map.of(
                                        "artwork",
                                        Map.of("tile", List.of("https://a.example/1", new BigDecimal("2.5"))))),
                        """
                        {"slug":"book","available":true,"freeRound":false,"restrictedCountries":["DE","FR"],\
                        "artwork":{"tile":["https://a.example/1",2.5]}}\
                        """),
                Arguments.of(new LaunchUrl("https://play.example/?t=1"), """
                    {"url":"https://play.example/?t=1"}\
                    """),
                Arguments.of(
                        new NewCampaign(
                                "spring",
                                "Spring",
                                Money.of("0.2", "EUR"),
                                List.of("book"),
                                NOON,
                                NOON.plusSeconds(60),
                                OptionalInt.of(10)),
                        """
                        {"campaignCode":"spring","campaignName":"Spring","amount":0.20,"currencyCode":"EUR",\
                        "gameSlugs":["book"],"startDate":"2026-01-31T12:00:00.007Z",\
                        "endDate":"2026-01-31T12:01:00.007Z","maxRounds":10}\
                        """),
                Arguments.of(
                        new CampaignPage(
                                List.of(new Campaign(
                                        "spring",
                                        "Spring",
                                        Amount.parse("100"),
                                        "DOGE2",
                                        List.of("book"),
                                        NOON,
                                        NOON.plusSeconds(60),
                                        OptionalInt.empty(),
                                        NOON,
                                        true)),
                                new Pagination(1, 20, 1, 1)),
                        """
                        {"list":[{"campaignCode":"spring","campaignName":"Spring","amount":100,"currencyCode":"DOGE2",\
                        "gameSlugs":["book"],"createdAt":"2026-01-31T12:00:00.007Z","isDisabled":true,\
                        "startDate":"2026-01-31T12:00:00.007Z","endDate":"2026-01-31T12:01:00.007Z","maxRounds":null}],\
                        "pagination":{"page":1,"perPage":20,"total":1,"totalPages":1}}\
                        """),
                Arguments.of(
                        CampaignSearch.all()
                                .withPage(2)
                                .withPerPage(100)
                                .withCurrency(CurrencyCode.of("EUR"))
                                .withCampaignCode("spr")
                                .withCampaignName("ing")
                                .withFrom(NOON)
                                .withTo(NOON),
                        """
                        {"page":2,"perPage":100,"currencyCode":"EUR","campaignCode":"spr","campaignName":"ing",\
                        "from":"2026-01-31T12:00:00.007Z","to":"2026-01-31T12:00:00.007Z"}\
                        """),
                Arguments.of(CampaignSearch.all(), "{}"),
                Arguments.of(
                        new BonusCode("spring", "player-1", CurrencyCode.of("EUR"), "code-1", OptionalInt.of(5)), """
                        {"campaignCode":"spring","userId":"player-1","currencyCode":"EUR","bonusCode":"code-1",\
                        "maxRounds":5}\
                        """));
    }

    @ParameterizedTest
    @MethodSource("everyRecordAsItTravels")
    void a_record_has_exactly_one_json_form(Object written, String json) {
        assertThat(new String(Json.write(written), StandardCharsets.UTF_8)).isEqualTo(json);
    }

    @ParameterizedTest
    @MethodSource("everyRecordAsItTravels")
    void reading_a_written_record_returns_an_equal_record(Object written, String json) {
        var read = Json.read(json.getBytes(StandardCharsets.UTF_8), written.getClass());
        assertThat(read).isEqualTo(written);
    }

    @ParameterizedTest
    @MethodSource("everyRecordAsItTravels")
    void every_record_can_be_wrapped_in_the_data_envelope(Object written, String json) {
        var enveloped = Json.writeData(written);
        assertThat(new String(enveloped, StandardCharsets.UTF_8)).isEqualTo("{\"data\":" + json + "}");
        assertThat((Object) Json.readData(enveloped, written.getClass())).isEqualTo(written);
    }
}
