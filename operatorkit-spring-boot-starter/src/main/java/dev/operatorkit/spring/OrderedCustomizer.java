package dev.operatorkit.spring;

import java.util.function.Consumer;
import org.springframework.boot.web.server.WebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/** Changes a factory of web servers at its place in the order. Subclasses name the type of the factory, which Spring reads. */
abstract class OrderedCustomizer<F extends WebServerFactory> implements WebServerFactoryCustomizer<F>, Ordered {
    private final int order;
    private final Consumer<F> change;

    OrderedCustomizer(int order, Consumer<F> change) {
        this.order = order;
        this.change = change;
    }

    @Override
    public void customize(F factory) {
        change.accept(factory);
    }

    @Override
    public int getOrder() {
        return order;
    }
}
