package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.WalletListener;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WalletListenersTest {
    @Test
    void every_event_is_passed_on() {
        var own = Arrays.stream(WalletListeners.class.getDeclaredMethods())
                .map(method -> method.getName() + Arrays.toString(method.getParameterTypes()))
                .toList();

        assertThat(Arrays.stream(WalletListener.class.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .map(method -> method.getName() + Arrays.toString(method.getParameterTypes())))
                .isNotEmpty()
                .isSubsetOf(own);
    }

    @Test
    void a_listener_that_throws_does_not_keep_the_event_from_the_next() {
        var notified = new boolean[1];
        var listeners = new WalletListeners(List.of(
                new WalletListener() {
                    @Override
                    public void onSourceRejected() {
                        throw new IllegalStateException("thrown on purpose");
                    }
                },
                new WalletListener() {
                    @Override
                    public void onSourceRejected() {
                        notified[0] = true;
                    }
                }));

        listeners.onSourceRejected();

        assertThat(notified).containsExactly(true);
    }
}
