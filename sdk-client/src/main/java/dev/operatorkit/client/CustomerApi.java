package dev.operatorkit.client;

import dev.operatorkit.client.ApiCall.ApiResponse;
import dev.operatorkit.client.ApiCall.JsonBody;
import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.signing.SecretSource;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.LaunchUrl;
import dev.operatorkit.wire.Limits;
import dev.operatorkit.wire.NewCampaign;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the provider's Customer API: catalogue, launch URLs, free-round campaigns and bonus codes. Thread-safe; share
 * one instance across the application.
 *
 * <p>A method blocks until the provider has responded or the {@linkplain CustomerApiBuilder#callTimeout timeout of the
 * call} has passed. Within that time, an {@linkplain Operation#isIdempotent idempotent} operation is retried after no
 * response or a status 408, 421, 429, 500, 502, 503 or 504; a call that creates something is retried only if it was not sent.
 *
 * <p>Invalid arguments are rejected before anything is sent, with an IllegalArgumentException that names the field. A
 * call that fails throws an {@link ErrorResponseException}, a {@link NoResponseException} or an {@link
 * UnexpectedResponseException}. After {@link #close}, every method throws an IllegalStateException.
 */
public final class CustomerApi implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CustomerApi.class);

    /** HttpUrl.parse drops blanks and takes the first segment of a path for the host when there is none. */
    private static final Pattern WITH_HOST =
            Pattern.compile("(?i)https?://[^/?#\\\\\\s\\p{Cntrl}\\p{Cs}]+([/?#][^\\s\\p{Cntrl}\\p{Cs}]*)?");

    private final CustomerApiBuilder settings;
    private final Transport transport;
    private final HttpUrl base;
    private final HttpUrl games;
    private final HttpUrl campaigns;
    private final CatalogueFetch catalogueFetch;
    private final ClientState state;

    CustomerApi(CustomerApiBuilder settings, Transport transport, HttpUrl base, ClientState state) {
        this.settings = settings;
        this.transport = transport;
        this.base = base;
        this.state = state;
        this.games = base.newBuilder().addPathSegments("api/v1/games").build();
        this.campaigns = base.newBuilder()
                .addPathSegments("api/v1/free-rounds/campaigns")
                .build();
        this.catalogueFetch = new CatalogueFetch(transport, games);
    }

    /**
     * Creates a client with the default settings.
     *
     * @param base the base URL assigned at onboarding, which must be HTTPS unless the host is localhost; it may include
     *     a path
     * @param operator the operator id issued at onboarding (SIG-15)
     * @param keys the key set; requests are signed with its first secret
     * @see #builder
     */
    public static CustomerApi of(URI base, String operator, SecretSource keys) {
        return builder(base, operator, keys).build();
    }

    /**
     * Returns a builder with the required settings.
     *
     * @param base the base URL assigned at onboarding; it may include a path
     * @param operator the operator id issued at onboarding (SIG-15)
     * @param keys the key set; requests are signed with its first secret
     */
    public static CustomerApiBuilder builder(URI base, String operator, SecretSource keys) {
        return new CustomerApiBuilder(base, operator, keys);
    }

    /**
     * Creates a client from the environment variables {@code OPERATORKIT_BASE_URL}, {@code OPERATORKIT_OPERATOR} (the
     * operator id) and {@code OPERATORKIT_SECRET} (or {@code OPERATORKIT_SECRET_FILE}, the path of a file that contains
     * the secret). {@code OPERATORKIT_PLAIN_HTTP=true} is equivalent to {@link CustomerApiBuilder#allowPlainHttp}.
     *
     * @throws IllegalArgumentException if a variable is missing or its value is invalid
     */
    public static CustomerApi fromEnvironment() {
        return Environment.builder(System.getenv()).build();
    }

    /**
     * Returns this client with these options for its calls, for example a shorter timeout for a player who waits: {@code
     * api.with(CallOptions.defaults().withTimeout(Duration.ofSeconds(3))).createLaunchUrl(…)}. It shares everything else with this
     * client, so closing one closes both.
     */
    public CustomerApi with(CallOptions options) {
        return new CustomerApi(settings, transport.with(options), base, state);
    }

    /**
     * Fetches the current catalogue (CAT-1). After the first call the request is conditional; if the catalogue has not
     * changed, returns the same instance as the previous call (CAC-2).
     */
    public Catalogue fetchCatalogue() {
        state.requireOpen();
        var copy = catalogueFetch.fetch(state.lastCatalogue()).withoutBody();
        state.keep(copy);
        return copy.catalogue();
    }

    /**
     * Polls the catalogue in the background with these options (CAT-3). The first poll starts immediately.
     *
     * @param options the polling options, such as {@link CatalogueSubscription.Options#defaults}
     * @param onChange called with the first catalogue, loaded from the file or fetched, and with each one that differs
     *     from the last. It runs on the polling thread, so polling pauses while it blocks. If it throws, the exception
     *     is logged, and it is called again with the catalogue after the next successful poll
     */
    public CatalogueSubscription watchCatalogue(CatalogueSubscription.Options options, Consumer<Catalogue> onChange) {
        state.requireOpen();
        Limits.requirePresent("options", options);
        Limits.requirePresent("onChange", onChange);
        var scope = new CallScope("the subscription was closed");
        var subscription = new CatalogueSubscription(
                new CatalogueFetch(transport.withScope(scope), games),
                options.file() == null ? null : settings.catalogueFile(options.file(), games),
                options,
                onChange,
                new CatalogueSubscription.Timing(newScheduler(), settings.clock(), settings.random()),
                closed -> {
                    scope.close();
                    state.forget(closed);
                });
        state.start(subscription);
        return subscription;
    }

    private static ScheduledExecutorService newScheduler() {
        var scheduler = new ScheduledThreadPoolExecutor(1, task -> {
            var thread = new Thread(task, "operatorkit-catalogue");
            thread.setDaemon(true);
            return thread;
        });
        // After it is shut down there must be no poll. It is never interrupted, since that could reach a listener.
        scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        scheduler.setRemoveOnCancelPolicy(true);
        return scheduler;
    }

    /**
     * Creates a launch URL for one player and one session (LAU-1). Request it when the player opens the game, never in
     * advance (LAU-9), and do not share it (LAU-8) or store it (D-13). If the game is unknown or is not available to
     * the operator, throws an {@link ErrorResponseException} with status 404 (LAU-12).
     */
    public URI createLaunchUrl(LaunchRequest request) {
        var url = games.newBuilder()
                .addPathSegment(request.gameSlug)
                .addQueryParameter("ipAddress", request.ip)
                .addQueryParameter("freeToPlay", Boolean.toString(request.token == null));
        if (request.currency != null) {
            url.addQueryParameter("currency", request.currency.code()).addQueryParameter("token", request.token);
        }
        if (request.lang != null) {
            url.addQueryParameter("lang", request.lang);
        }
        return exchange(
                new ApiCall(Operation.LAUNCH, url.build(), null, null, request.token),
                apiResponse -> browserAddress(
                        Json.readData(apiResponse.body(), LaunchUrl.class).url()));
    }

    /**
     * Creates a campaign (CAM-1). After an exception that is not {@linkplain CustomerApiException#isSafeToRetry safe to retry}, search for
     * the campaign: it may have been created. That includes a response that contains another campaign.
     */
    public Created<Campaign> createCampaign(NewCampaign campaign) {
        // Such a campaign could never be disabled, because its code is a segment of that path (CAM-7).
        ArgumentChecks.requireSegment("campaignCode", campaign.campaignCode());
        var apiCall = new ApiCall(Operation.CREATE_CAMPAIGN, campaigns, new JsonBody(Json.write(campaign)), null, null);
        return exchange(apiCall, apiResponse -> new Created<>(parseEcho(apiResponse, Campaign.class)));
    }

    /** Returns one page of the operator's campaigns that match the search (CAM-4, CAM-5). */
    public CampaignPage searchCampaigns(CampaignSearch search) {
        return search(search, page -> {});
    }

    /** Checks the page, since a campaign that is not found is created again. */
    private CampaignPage search(CampaignSearch search, Consumer<CampaignPage> check) {
        ArgumentChecks.requireSearch(search);
        var url = campaigns.newBuilder().addPathSegment("search").build();
        var apiCall = new ApiCall(Operation.SEARCH_CAMPAIGNS, url, new JsonBody(Json.write(search)), null, null);
        return exchange(apiCall, apiResponse -> {
            var page = Json.readData(apiResponse.body(), CampaignPage.class);
            CampaignPages.requireAnswers(search, page);
            check.accept(page);
            return page;
        });
    }

    /**
     * Returns all campaigns that match the search, starting from its page. Each page is requested when the stream
     * reaches it, so consuming the stream may throw a {@link CustomerApiException}.
     */
    public Stream<Campaign> searchAllCampaigns(CampaignSearch search) {
        state.requireOpen();
        ArgumentChecks.requireSearch(search);
        return StreamSupport.stream(new CampaignPages(search, this::search), false);
    }

    /** Disables a campaign permanently (CAM-7). Disabling it again changes nothing (D-7). */
    public void disableCampaign(String campaignCode) {
        ArgumentChecks.requireSegment("campaignCode", campaignCode);
        var url = campaigns.newBuilder().addPathSegment(campaignCode).build();
        var disabled = Map.of("campaignCode", campaignCode, "isDisabled", true);
        var unused = exchange(
                new ApiCall(Operation.DISABLE_CAMPAIGN, url, null, null, null),
                apiResponse -> requireEcho(apiResponse, disabled));
    }

    /** Creates a bonus code that grants one player the free rounds of a campaign (BON-1). */
    public Created<BonusCode> createBonusCode(BonusCode code) {
        var url = campaigns.newBuilder().addPathSegment("codes").build();
        var apiCall = new ApiCall(Operation.CREATE_BONUS_CODE, url, new JsonBody(Json.write(code)), null, null);
        return exchange(apiCall, apiResponse -> new Created<>(parseEcho(apiResponse, BonusCode.class)));
    }

    /**
     * Stops the subscriptions and closes the idle connections, except those of an OkHttpClient passed to the builder.
     * No new attempts are started. A request already sent still receives its response. A call waiting to retry fails
     * with a {@link NoResponseException} whose code is {@link ErrorCode#INTERRUPTED}, and later calls throw an
     * IllegalStateException. Closing again does nothing.
     */
    @Override
    public void close() {
        state.close();
    }

    private <T> T exchange(ApiCall apiCall, Transport.Reader<T> reader) {
        state.requireOpen();
        return transport.exchange(apiCall, reader);
    }

    /** Parses the address to which the player's browser is sent: an HTTP URL with a host, and never a script. */
    private static URI browserAddress(String text) {
        var url = HttpUrl.parse(text);
        if (url == null || !WITH_HOST.matcher(text).matches()) {
            throw new IllegalArgumentException("url is not an HTTP or HTTPS address with a host and without blanks");
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            // Browsers accept some characters that Java does not.
            return url.uri();
        }
    }

    /** Returns what the provider reports as created, or null when a JSON response does not contain it (D-5). */
    private static <T> @Nullable T parseEcho(ApiResponse apiResponse, Class<T> type) {
        var body = Objects.requireNonNull(apiResponse.call().body());
        if (!requireEcho(apiResponse, Json.read(body.bytes(), Map.class))) {
            return null;
        }
        try {
            return Json.readData(apiResponse.body(), type);
        } catch (MalformedJsonException | IllegalArgumentException e) {
            LOG.debug("Created, but the response does not contain what was created: {}", e.getMessage());
            return null;
        }
    }

    /** Checks that the response is not about something else than what was sent. Returns true if it has an object. */
    private static boolean requireEcho(ApiResponse apiResponse, Map<?, ?> sent) {
        if (!(content(apiResponse) instanceof Map<?, ?> content && content.get("data") instanceof Map<?, ?> echo)) {
            return false;
        }
        for (var sentField : sent.entrySet()) {
            var field = sentField.getKey().toString();
            var was = sentField.getValue();
            // A provider may store a name in another form.
            var is = field.equals("campaignName") ? null : echo.get(field);
            if (was != null && is != null && !comparable(field, was).equals(comparable(field, is))) {
                var why = field + " is " + apiResponse.call().describe(is.toString(), 50) + " and not " + was
                        + " as sent; check what the provider has stored";
                throw new UnexpectedResponseException(apiResponse, why, null);
            }
        }
        return true;
    }

    /** Returns what must be equal: a provider may order slugs and write or keep numbers and times in another way. */
    private static Object comparable(String field, Object value) {
        if (field.endsWith("Date")) {
            return Instant.parse(value.toString()).truncatedTo(ChronoUnit.SECONDS);
        }
        if (value instanceof List<?> list) {
            return Set.copyOf(list);
        }
        return value instanceof Number ? new BigDecimal(value.toString()).stripTrailingZeros() : value;
    }

    /**
     * Returns the JSON of a success, or null when its body is empty (D-5). Anything else, such as the page of a captive portal, may not
     * come from the provider.
     */
    private static @Nullable Object content(ApiResponse apiResponse) {
        if (isBlank(apiResponse.body())) {
            return null;
        }
        var content = Json.read(apiResponse.body(), Object.class);
        if (content instanceof Map<?, ?> fields && fields.containsKey("message") && fields.get("data") == null) {
            throw new UnexpectedResponseException(apiResponse, "the body is that of an error (GEN-7)", null);
        }
        return content;
    }

    private static boolean isBlank(byte[] body) {
        for (var each : body) {
            if (each != ' ' && each != '\t' && each != '\r' && each != '\n') {
                return false;
            }
        }
        return true;
    }
}
