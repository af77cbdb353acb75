package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.DROPPED_AFTER_REQUEST;
import static dev.operatorkit.client.Provider.NO_GAMES;
import static dev.operatorkit.client.Provider.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.client.CallListener.Attempt;
import dev.operatorkit.client.CallListener.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CallListenerTest {
    private static final String TOKEN = "canary-token-0123456789";
    private static final LaunchRequest LAUNCH = Provider.launch(TOKEN);

    @AutoClose
    private final Provider provider = new Provider();

    private final List<Object> events = new ArrayList<>();
    private final List<Call> started = new ArrayList<>();
    private final CallListener recording = new CallListener() {
        @Override
        public void onCallStarted(Call call) {
            started.add(call);
        }

        @Override
        public void onAttempt(Attempt attempt) {
            events.add(attempt);
        }

        @Override
        public void onCallEnded(Call call) {
            events.add(call);
        }
    };

    private Attempt attempt(int index) {
        return (Attempt) events.get(index);
    }

    /** Returns the last event, which is the only one of its kind. */
    private Call call() {
        assertThat(events.stream().filter(Call.class::isInstance)).hasSize(1);
        return (Call) events.get(events.size() - 1);
    }

    @Test
    void every_attempt_is_reported_with_its_cause_and_then_the_call_with_its_outcome() {
        provider.enqueue(DROPPED_AFTER_REQUEST).enqueue(404, "{\"message\":\"no such game\"}");
        var failure = failure(
                provider.builder().listener(recording),
                ErrorResponseException.class,
                api -> api.createLaunchUrl(LAUNCH));
        assertThat(events).hasSize(3);
        assertThat(attempt(0).failure())
                .containsInstanceOf(NoResponseException.class)
                .get()
                .extracting(Throwable::getCause)
                .isNotNull();
        assertThat(attempt(0).status()).isEmpty();
        assertThat(attempt(1).failure()).containsSame(failure);
        assertThat(attempt(1).status()).hasValue(404);
        assertThat(call().failure()).containsSame(failure);
        assertThat(call().status()).hasValue(404);
        assertThat(call().attempts()).isEqualTo(2);
        assertThat(call().id())
                .isEqualTo(failure.callId())
                .isEqualTo(attempt(0).callId())
                .isEqualTo(attempt(1).callId());
        for (var number = 1; number <= 2; number++) {
            var attempt = attempt(number - 1);
            assertThat(attempt.number()).isEqualTo(number);
            assertThat(attempt.operation()).isEqualTo(Operation.LAUNCH);
            assertThat(attempt.path()).isEqualTo("/api/v1/games/slug");
            assertThat(attempt.elapsed()).isPositive().isLessThan(Duration.ofMinutes(1));
        }
        assertThat(call().operation()).isEqualTo(Operation.LAUNCH);
        assertThat(call().path()).isEqualTo("/api/v1/games/slug");
        assertThat(call().elapsed())
                .isGreaterThanOrEqualTo(attempt(0).elapsed().plus(attempt(1).elapsed()));
        assertThat(events.toString()).doesNotContain(TOKEN);
    }

    @Test
    void a_success_has_no_failure_and_every_call_has_another_id() {
        provider.enqueue(200, NO_GAMES).enqueue(200, NO_GAMES);
        try (var api = provider.builder().listener(recording).build()) {
            api.fetchCatalogue();
            var first = call();
            assertThat(attempt(0).failure()).isEmpty();
            assertThat(first.failure()).isEmpty();
            assertThat(first.status()).isEqualTo(OptionalInt.of(200));
            events.clear();
            api.fetchCatalogue();
            assertThat(call().id()).isNotEqualTo(first.id());
        }
    }

    @Test
    void an_exception_of_the_operators_interceptor_is_reported_and_passed_on() {
        var broken = new OkHttpClient.Builder()
                .addInterceptor(chain -> {
                    throw new IllegalStateException("an interceptor's own trouble");
                })
                .build();
        var failure = failure(
                provider.builder().okHttp(broken).listener(recording),
                IllegalStateException.class,
                CustomerApi::fetchCatalogue);
        assertThat(attempt(0).failure()).containsSame(failure);
        assertThat(call().failure()).containsSame(failure);
    }

    @Test
    void a_listener_that_throws_affects_neither_the_call_nor_the_other_listeners() {
        provider.enqueue(503, "").enqueue(200, NO_GAMES);
        var broken = new CallListener() {
            @Override
            public void onAttempt(Attempt attempt) {
                throw new IllegalStateException("a listener's own trouble");
            }

            @Override
            public void onCallEnded(Call call) {
                throw new NoClassDefFoundError("a listener's missing library");
            }
        };
        try (var api = provider.builder().listener(broken).listener(recording).build()) {
            assertThat(api.fetchCatalogue().games()).isEmpty();
        }
        assertThat(events).hasSize(3);
    }

    /** A span that a listener starts is then the current one. */
    @Test
    void a_call_is_reported_before_its_traceparent_is_asked_for() {
        provider.enqueue(200, NO_GAMES);
        var asked = new ArrayList<Call>();
        var builder = provider.builder().listener(recording).traceparent(() -> asked.addAll(started) ? null : "");
        try (var api = builder.build()) {
            api.fetchCatalogue();
        }
        assertThat(asked).singleElement().satisfies(call -> {
            assertThat(call.attempts()).isZero();
            assertThat(call.id()).isEqualTo(call().id());
            assertThat(call.startedAt()).isEqualTo(call().startedAt());
        });
    }

    @Test
    void a_listener_may_call_the_client_and_close_it() {
        provider.enqueue(200, NO_GAMES).enqueue(200, "");
        var api = new AtomicReference<CustomerApi>();
        api.set(provider.builder()
                .listener(attempt -> {
                    if (attempt.operation() == Operation.CATALOGUE) {
                        api.get().disableCampaign("spring");
                        api.get().close();
                    }
                })
                .listener(recording)
                .build());
        assertThat(api.get().fetchCatalogue().games()).isEmpty();
        assertThat(events).hasSize(4);
    }

    @Test
    void a_call_that_is_rejected_before_its_first_attempt_is_not_reported() {
        failure(
                provider.builder().listener(recording),
                IllegalArgumentException.class,
                api -> api.disableCampaign(".."));
        assertThat(events).isEmpty();
    }
}
