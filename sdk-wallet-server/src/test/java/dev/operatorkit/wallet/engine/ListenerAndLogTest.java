package dev.operatorkit.wallet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletFixture;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Tests the events of a listener, the log, and the form of the operator's transaction ids. */
class ListenerAndLogTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.operatorkit.wallet");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final List<String> events = new ArrayList<>();
    private final List<Duration> durations = new ArrayList<>();
    private final WalletFixture fixture = new WalletFixture(new RecordingListener()).open("player", 10_000);

    private final class RecordingListener implements WalletListener {
        @Override
        public void onVerified(Verified event) {
            var secret = event.keyIndex() == 0 ? "" : " by secret " + event.keyIndex();
            events.add("accepted " + event.method() + " " + event.rawPath() + secret);
        }

        @Override
        public void onSignatureRejected(Verification.Reason reason) {
            events.add("rejected " + reason);
        }

        @Override
        public void onSourceRejected() {
            events.add("rejected source");
        }

        @Override
        public void onResponded(Responded event) {
            events.add("answered " + event.method() + " " + event.rawPath() + " " + event.status());
            durations.add(event.duration());
        }

        @Override
        public void onBatchEnded(BatchEnded event) {
            events.add("batch of " + event.size());
            durations.add(event.queueTime());
            durations.add(event.duration());
        }
    }

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static SignedCallback debit(String id) {
        return SignedCallback.debit(id).round("round of " + id).player("player").stake("1.50");
    }

    @Test
    void a_listener_is_notified_of_verification_batch_and_response_in_order() {
        var began = System.nanoTime();
        fixture.send(debit("bet"));
        var whole = Duration.ofNanos(System.nanoTime() - began);

        assertThat(events)
                .containsExactly("accepted POST /wallet/debit", "batch of 1", "answered POST /wallet/debit 200");
        assertThat(durations).hasSize(3).allMatch(time -> !time.isNegative() && time.compareTo(whole) <= 0);
    }

    @Test
    void a_listener_that_throws_does_not_keep_an_event_from_the_next() {
        var notified = new ArrayList<Verification.Reason>();
        var listeners = WalletListener.all(List.of(
                new WalletListener() {
                    @Override
                    public void onSignatureRejected(Verification.Reason reason) {
                        throw new IllegalStateException("planned");
                    }
                },
                new WalletListener() {
                    @Override
                    public void onSignatureRejected(Verification.Reason reason) {
                        notified.add(reason);
                    }
                }));

        listeners.onSignatureRejected(Verification.Reason.MISMATCH);

        assertThat(notified).containsExactly(Verification.Reason.MISMATCH);
        assertThat(lines()).containsExactly("A wallet listener threw an exception, which is ignored");
    }

    @Test
    void a_rejection_is_reported_to_the_listener_with_its_reason_and_explained_in_the_log() {
        assertThat(fixture.send(forged()).status()).isEqualTo(401);

        assertThat(events)
                .containsExactly("rejected " + Verification.Reason.MISMATCH, "answered POST /wallet/debit 401");
        assertThat(lines()).singleElement().asString().contains("(0 more", "Expected signed string: /wallet/debit|");
    }

    @Test
    void a_rejection_by_headers_is_reported_to_the_listener_and_logged() {
        var early = Clock.offset(WalletFixture.CLOCK, Duration.ofMinutes(-6));
        var late = debit("bet").sign("/wallet", WalletFixture.KEYS, early);

        assertThat(fixture.callbacks.rejectByHeaders(late, 10)).isPresent();

        assertThat(events)
                .containsExactly(
                        "rejected " + Verification.Reason.TIMESTAMP_OUT_OF_RANGE, "answered POST /wallet/debit 401");
        assertThat(durations).hasSize(1).allMatch(time -> time.compareTo(Duration.ofMinutes(1)) < 0);
        assertThat(lines()).singleElement().asString().endsWith("The body was not read");
    }

    @Test
    void a_source_that_is_not_allowed_is_reported_to_the_listener_and_logged() {
        var wallet = TransactionalWallet.builder(fixture.store, fixture.players)
                .clock(WalletFixture.CLOCK)
                .listener(new RecordingListener())
                .build();
        var sources = SourceAllowlist.allow("203.0.113.0/24");
        var callbacks = WalletCallbacks.builder("/wallet", WalletFixture.KEYS, sources, wallet)
                .clock(WalletFixture.CLOCK)
                .build();
        assertThat(lines()).as("nothing to warn of").isEmpty();

        var response = callbacks.handle(debit("bet").sign("/wallet", WalletFixture.KEYS, WalletFixture.CLOCK));

        assertThat(response.status()).isEqualTo(401);
        assertThat(events).containsExactly("rejected source", "answered POST /wallet/debit 401");
        assertThat(lines())
                .singleElement()
                .asString()
                .contains(InetAddress.getLoopbackAddress().getHostAddress())
                .contains("not in the allowlist");
    }

    @Test
    void an_allowed_source_that_forwards_for_others_is_logged_once() {
        var wallet = TransactionalWallet.builder(fixture.store, fixture.players)
                .clock(WalletFixture.CLOCK)
                .build();
        var callbacks = WalletCallbacks.builder(
                        "/wallet", WalletFixture.KEYS, SourceAllowlist.allow("127.0.0.1", "::1"), wallet)
                .clock(WalletFixture.CLOCK)
                .build();
        var signed = debit("bet")
                .sign("/wallet", WalletFixture.KEYS, WalletFixture.CLOCK)
                .signedRequest();
        var forwarded = CallbackRequest.of(
                signed.method(),
                signed.target(),
                Map.of(
                        Signer.TIMESTAMP_HEADER,
                        signed.timestamps(),
                        Signer.SIGNATURE_HEADER,
                        signed.signatures(),
                        "Content-Type",
                        List.of("application/json"),
                        "X-Forwarded-For",
                        List.of("198.51.100.1"))::get,
                signed.body(),
                InetAddress.getLoopbackAddress());

        assertThat(callbacks.handle(forwarded).status()).isEqualTo(200);
        assertThat(callbacks.handle(forwarded).status()).isEqualTo(200);

        assertThat(lines()).singleElement().asString().contains("make it a trusted proxy");
    }

    @Test
    void a_rejected_callback_longer_than_any_real_one_is_logged_without_a_diagnosis() {
        var forged = debit("bet").text("extra", "x".repeat(5000));

        assertThat(fixture.send(forged.sign("/wallet", SecretKeys.of("the-secret-of-another"), WalletFixture.CLOCK))
                        .status())
                .isEqualTo(401);

        assertThat(lines())
                .singleElement()
                .asString()
                .contains("X-Svc-Signature does not match what was received. Its ")
                .contains(" bytes are too many to look for the cause");
    }

    @Test
    void the_log_warns_when_every_source_is_allowed() {
        var unused = new WalletFixture();

        assertThat(lines())
                .singleElement()
                .asString()
                .startsWith("Callbacks are accepted from any source address. Name the provider's in a SourceAllowlist");
    }

    /** A stack trace for each callback would fill the disk of a wallet whose database is down (D3 of the fault matrix). */
    @Test
    void a_store_that_fails_is_logged_on_one_line_with_its_causes() {
        logger.setLevel(Level.INFO);
        var failure = StoreException.rolledBack(
                "the store failed\nat the second line", new IOException("No space left on device"));
        WalletStore full = new WalletStore() {
            @Override
            public UnitOfWork begin() {
                throw failure;
            }

            @Override
            public Optional<StoredTransaction> findTransaction(String transactionId) {
                throw failure;
            }
        };
        var wallet = TransactionalWallet.builder(full, fixture.players)
                .clock(WalletFixture.CLOCK)
                .build();

        var response = CallerThreads.debit(wallet, "player", "bet");

        assertThat(response.status()).isEqualTo(500);
        assertThat(log.list)
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.getThrowableProxy()).isNull())
                .extracting(ILoggingEvent::getFormattedMessage)
                .allMatch(line -> !line.contains("\n"))
                .anyMatch(line -> line.endsWith("the store failed\\u000aat the second line"
                        + "; caused by java.io.IOException: No space left on device"));
    }

    @Test
    void failures_that_cause_each_other_are_logged_up_to_the_tenth() {
        var first = new IllegalStateException("first");
        first.initCause(new IllegalStateException("second", first));

        assertThat(ThrottledLog.text(first).split("; caused by "))
                .hasSize(10)
                .contains("java.lang.IllegalStateException: second");
    }

    @Test
    void a_failing_store_fills_no_log_and_an_unexpected_failure_shows_its_stack_trace_once() {
        var throttled = new ThrottledLog(logger, () -> SECOND);
        for (var i = 0; i < 100; i++) {
            throttled.warn("A read failed", new IllegalStateException("down"));
            throttled.warn("A read failed", new IllegalArgumentException("another cause"));
            throttled.error("A movement failed", new IllegalStateException("planned"));
        }
        log.list.removeIf(event -> event.getLevel() == Level.DEBUG);
        assertThat(lines())
                .containsExactly(
                        "A read failed (0 more since the last such line): java.lang.IllegalStateException: down",
                        "A read failed (0 more since the last such line): java.lang.IllegalArgumentException: another"
                                + " cause",
                        "A movement failed");
        assertThat(log.list.get(2).getThrowableProxy()).isNotNull();
    }

    /** A diagnosis costs far more than a rejection, so there is at most one line a second. */
    @Test
    void the_log_explains_one_rejection_a_second_and_counts_the_others() {
        var time = new AtomicLong();
        var rejections = new RejectionLog(WalletFixture.KEYS, WalletFixture.CLOCK, time::get);
        for (var i = 0; i < 4; i++) {
            rejections.source(InetAddress.getLoopbackAddress());
        }
        time.addAndGet(SECOND - 1);
        rejections.source(InetAddress.getLoopbackAddress());
        assertThat(lines()).hasSize(1);

        time.addAndGet(1);
        rejections.source(InetAddress.getLoopbackAddress());
        assertThat(lines()).hasSize(2).last().asString().contains("(4 more since the last such line)");
    }

    @Test
    void the_log_pauses_for_fifty_times_as_long_as_a_diagnosis_took() {
        var time = new AtomicLong();
        var took = TimeUnit.MILLISECONDS.toNanos(400);
        // The time is read once before a line and once after it.
        var rejections = new RejectionLog(WalletFixture.KEYS, WalletFixture.CLOCK, () -> time.getAndAdd(took));
        time.set(0);
        rejections.source(InetAddress.getLoopbackAddress());
        time.set(20 * SECOND - 1);
        rejections.source(InetAddress.getLoopbackAddress());
        assertThat(lines()).hasSize(1);

        time.set(20 * SECOND);
        rejections.source(InetAddress.getLoopbackAddress());
        assertThat(lines()).hasSize(2);
    }

    private static CallbackRequest forged() {
        return debit("bet").sign("/wallet", SecretKeys.of("the-secret-of-another"), WalletFixture.CLOCK);
    }

    @ParameterizedTest
    @CsvSource({
        "plain, 0, 'a ~b'",
        "beyond ASCII, 0, 'a\u00e9b'",
        "as long as a line may be, 197, 'abc'",
        "one too long, 198, 'abc'"
    })
    void a_received_transaction_id_is_escaped_and_truncated_in_the_log(String why, int padding, String end) {
        var id = "x".repeat(padding) + end;
        fixture.send(debit(id));
        fixture.send(debit(id).stake("2"));

        var ascii = id.replace("\u00e9", "\\u00e9");
        var shown = ascii.length() > 200 ? ascii.substring(0, 200) + "…" : ascii;
        assertThat(lines())
                .as(why)
                .containsExactly("A replay has another body, the original response is returned"
                        + " (0 more since the last such line): DEBIT " + shown);
    }

    @Test
    void operator_transaction_ids_are_uuids_of_version_7_and_never_repeat() {
        var ids = new HashSet<UUID>();
        for (var i = 0; i < 1000; i++) {
            fixture.send(debit("bet" + i).stake("0.01"));
            ids.add(UUID.fromString(
                    fixture.store.findTransaction("bet" + i).orElseThrow().operatorTransactionId()));
        }
        assertThat(ids).hasSize(1000).allSatisfy(id -> {
            assertThat(id.version()).isEqualTo(7);
            assertThat(id.variant()).isEqualTo(2);
            assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(WalletFixture.NOW.toEpochMilli());
        });
        assertThat(ids.stream().map(id -> id.getMostSignificantBits() & 0xfff).distinct())
                .hasSizeGreaterThan(100);
    }
}
