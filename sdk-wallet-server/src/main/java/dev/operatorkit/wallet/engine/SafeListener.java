package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.WalletListener;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Protects callers from a listener: logs the exceptions that it throws. */
public final class SafeListener {
    private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

    private SafeListener() {}

    /** Returns a listener that passes every event on and throws no exception. */
    public static WalletListener of(WalletListener listener) {
        return (WalletListener) Proxy.newProxyInstance(
                WalletListener.class.getClassLoader(),
                new Class<?>[] {WalletListener.class},
                (proxy, event, values) -> notify(listener, event, values));
    }

    @SuppressWarnings("NullAway") // events return nothing
    private static Object notify(WalletListener listener, Method event, Object[] values) throws Throwable {
        try {
            return event.invoke(listener, values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            LOG.warn("A wallet listener threw an exception, which is ignored", e.getCause());
            return null;
        }
    }
}
