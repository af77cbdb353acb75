package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.WalletListener;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Protects callers from listeners: logs the exceptions that they throw. */
public final class SafeListener {
    private final ThrottledLog log = new ThrottledLog(LoggerFactory.getLogger(SafeListener.class));

    private SafeListener() {}

    /** Returns a listener that passes every event on to each of these and throws no exception. */
    public static WalletListener of(List<WalletListener> listeners) {
        var safe = new SafeListener();
        return (WalletListener) Proxy.newProxyInstance(
                WalletListener.class.getClassLoader(),
                new Class<?>[] {WalletListener.class},
                (proxy, event, values) -> {
                    for (var listener : listeners) {
                        safe.notify(listener, event, values);
                    }
                    return null;
                });
    }

    private void notify(WalletListener listener, Method event, Object[] values) throws IllegalAccessException {
        try {
            event.invoke(listener, values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            log.error("A wallet listener threw an exception, which is ignored", e.getTargetException());
        }
    }
}
