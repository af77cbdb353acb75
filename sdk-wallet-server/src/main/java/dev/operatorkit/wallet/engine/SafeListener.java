package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.WalletListener;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Protects callers from listeners: logs the exceptions that they throw. */
public final class SafeListener {
    private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

    private SafeListener() {}

    /** Returns a listener that passes every event on to each of these and throws no exception. */
    public static WalletListener of(List<WalletListener> listeners) {
        return (WalletListener) Proxy.newProxyInstance(
                WalletListener.class.getClassLoader(),
                new Class<?>[] {WalletListener.class},
                (proxy, event, values) -> {
                    for (var listener : listeners) {
                        notify(listener, event, values);
                    }
                    return null;
                });
    }

    private static void notify(WalletListener listener, Method event, Object[] values) throws IllegalAccessException {
        try {
            event.invoke(listener, values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            LOG.warn("A wallet listener threw an exception, which is ignored", e.getCause());
        }
    }
}
