package dev.operatorkit.client;

import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.LaunchUrl;
import dev.operatorkit.wire.NewCampaign;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Customer API of the game provider: catalogue, launch URLs, free rounds campaigns and bonus codes. One object serves a
 * whole program and all its threads.
 *
 * <p>Every method may throw one of the three kinds of {@link CustomerApiException}, and IllegalArgumentException, with the
 * field's name, for what can be seen to be wrong before anything is sent.
 */
public final class CustomerApi implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CustomerApi.class);

    private final CustomerApiBuilder settings;
    private final Transport transport;
    private final HttpUrl games;
    private final HttpUrl campaigns;
    private final CatalogueFetch catalogueFetch;
    private final Queue<CatalogueSubscription> subscriptions = new ConcurrentLinkedQueue<>();
    private final Runnable release;
    private volatile @Nullable CatalogueCopy lastCatalogue;

    CustomerApi(CustomerApiBuilder settings, Transport transport, HttpUrl base, Runnable release) {
        this.settings = settings;
        this.transport = transport;
        this.games = base.newBuilder().addPathSegments("api/v1/games").build();
        this.campaigns = base.newBuilder()
                .addPathSegments("api/v1/free-rounds/campaigns")
                .build();
        this.catalogueFetch = new CatalogueFetch(transport, games);
        this.release = release;
    }

    /** With the usual settings, see {@link #builder}. */
    public static CustomerApi of(URI base, String operator, SecretKeys keys) {
        return builder(base, operator, keys).build();
    }

    /**
     * Begins with what no operator can do without.
     *
     * @param base the address assigned at onboarding; it may have a path of its own
     * @param operator the operator identifier issued at onboarding (SIG-15)
     * @param keys the first one signs
     */
    public static CustomerApiBuilder builder(URI base, String operator, SecretKeys keys) {
        return new CustomerApiBuilder(base, operator, keys);
    }

    /**
     * With {@code OPERATORKIT_BASE_URL}, {@code OPERATORKIT_OPERATOR} and {@code OPERATORKIT_SECRET} (or
     * {@code OPERATORKIT_SECRET_FILE}) of the environment; {@code OPERATORKIT_PLAIN_HTTP=true} allows what
     * {@link CustomerApiBuilder#allowPlainHttp} allows.
     */
    public static CustomerApi fromEnvironment() {
        return Environment.builder(System.getenv()).build();
    }

    /**
     * The catalogue as it is now (CAT-1): asked for each time, with a conditional request once there is a copy, so that an
     * unchanged one costs next to nothing and is the same object (CAC-2).
     */
    public Catalogue catalogue() {
        var copy = catalogueFetch.fetch(lastCatalogue).withoutBody();
        lastCatalogue = copy;
        return copy.catalogue();
    }

    /** Keeps the catalogue up to date in the background, and hands over each new one, the first included. */
    public CatalogueSubscription subscribe(Consumer<Catalogue> onChange) {
        return subscribe(CatalogueSubscription.Options.defaults(), onChange);
    }

    /** Keeps the catalogue up to date in the background, and hands over each new one, the first included (CAT-3). */
    public CatalogueSubscription subscribe(CatalogueSubscription.Options options, Consumer<Catalogue> onChange) {
        var file = options.file() == null ? null : settings.catalogueFile(options.file(), games);
        var scheduler = Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "operatorkit-catalogue");
            thread.setDaemon(true);
            return thread;
        });
        var subscription = new CatalogueSubscription(
                catalogueFetch, file, options.interval(), onChange, scheduler, settings.clock(), settings.random());
        subscriptions.add(subscription);
        subscription.start();
        return subscription;
    }

    /**
     * A launch URL for one player and one session (LAU-1). Ask for it when the player clicks, never in advance (LAU-9), and
     * give it to nobody else (LAU-8); it is kept nowhere (D-13).
     */
    public URI createLaunchUrl(LaunchRequest request) {
        var url = games.newBuilder()
                .addPathSegment(request.gameSlug())
                .addQueryParameter("ipAddress", request.ipAddress());
        String token = null;
        if (request instanceof LaunchRequest.RealMoney real) {
            token = real.token();
            url.addQueryParameter("freeToPlay", "false")
                    .addQueryParameter("currency", real.currency().code())
                    .addQueryParameter("token", token);
        } else {
            url.addQueryParameter("freeToPlay", "true");
        }
        if (request.lang() != null) {
            url.addQueryParameter("lang", request.lang());
        }
        var ask = new ApiCall(Operation.LAUNCH, url.build(), null, null, token);
        var answer = transport.exchange(ask);
        return parse(
                ask,
                answer,
                body -> browserAddress(Json.readData(body, LaunchUrl.class).url()));
    }

    /** Defines a campaign (CAM-1); the answer is what the service says that it created, when it says so (D-5). */
    public Optional<Campaign> createCampaign(NewCampaign campaign) {
        var ask = new ApiCall(Operation.CREATE_CAMPAIGN, campaigns, new JsonBody(Json.write(campaign)), null, null);
        return parseCreated(ask, transport.exchange(ask), Campaign.class);
    }

    /** One page of the operator's campaigns (CAM-4, CAM-5). */
    public CampaignPage searchCampaigns(CampaignSearch search) {
        ArgumentChecks.requireSearch(search);
        var url = campaigns.newBuilder().addPathSegment("search").build();
        var ask = new ApiCall(Operation.SEARCH_CAMPAIGNS, url, new JsonBody(Json.write(search)), null, null);
        return parse(ask, transport.exchange(ask), body -> Json.readData(body, CampaignPage.class));
    }

    /** All campaigns of a search from its page on; the next page is asked for when it is needed. */
    public Stream<Campaign> searchAllCampaigns(CampaignSearch search) {
        ArgumentChecks.requireSearch(search);
        return StreamSupport.stream(new CampaignPages(search, this::searchCampaigns), false);
    }

    /** Disables a campaign (CAM-7), for good; doing it again changes nothing (D-7). */
    public void disableCampaign(String campaignCode) {
        ArgumentChecks.requireSegment("campaignCode", campaignCode);
        var url = campaigns.newBuilder().addPathSegment(campaignCode).build();
        var ask = new ApiCall(Operation.DISABLE_CAMPAIGN, url, null, null, null);
        hasJson(ask, transport.exchange(ask));
    }

    /** Gives a player a code of a campaign (BON-1); the answer is what the service says that it created, if it does (D-5). */
    public Optional<BonusCode> createBonusCode(BonusCode code) {
        var url = campaigns.newBuilder().addPathSegment("codes").build();
        var ask = new ApiCall(Operation.CREATE_BONUS_CODE, url, new JsonBody(Json.write(code)), null, null);
        return parseCreated(ask, transport.exchange(ask), BonusCode.class);
    }

    /** The same, once code and campaign are seen to agree: currency (BON-3), rounds set on one of them (BON-5). */
    public Optional<BonusCode> createBonusCode(BonusCode code, Campaign campaign) {
        ArgumentChecks.requireFits(code, campaign);
        return createBonusCode(code);
    }

    /** Ends the subscriptions and lets go of the connections, those of an OkHttpClient of the operator's own excepted. */
    @Override
    public void close() {
        subscriptions.forEach(CatalogueSubscription::close);
        release.run();
    }

    /** A player's browser is sent there: an address of the web and nothing else, a script least of all. */
    private static URI browserAddress(String text) {
        var url = HttpUrl.parse(text);
        if (url == null) {
            throw new IllegalArgumentException("url is no address of the web");
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            // Characters that browsers forgive and Java does not.
            return url.uri();
        }
    }

    private interface Reader<T> {
        T read(byte[] body);
    }

    /** MalformedJsonException is one of these too; so is an address that is none. */
    private static <T> T parse(ApiCall ask, ApiResponse answer, Reader<T> reader) {
        try {
            return reader.read(answer.body());
        } catch (MalformedJsonException | IllegalArgumentException e) {
            var why = ask.describe(String.valueOf(e.getMessage()), 200);
            throw new UnexpectedResponseException(ask, answer.status(), ask.describe(answer.body()), why, null);
        }
    }

    /** Returns what the service says that it created, or empty when a JSON answer does not say it (D-5). */
    private static <T> Optional<T> parseCreated(ApiCall ask, ApiResponse answer, Class<T> type) {
        if (!hasJson(ask, answer)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.readData(answer.body(), type));
        } catch (MalformedJsonException | IllegalArgumentException e) {
            LOG.debug("created, but the answer does not tell what: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Tells a success with JSON from one with an empty body (D-5). Anything else, such as the page of a captive portal, may
     * come from somebody who never asked the service.
     */
    private static boolean hasJson(ApiCall ask, ApiResponse answer) {
        if (isBlank(answer.body())) {
            return false;
        }
        parse(ask, answer, body -> Json.read(body, Object.class));
        return true;
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
