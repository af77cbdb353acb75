package dev.operatorkit.house.wrong.egg;

import dev.operatorkit.house.wrong.hen.Hen;

public record Egg(Class<Hen> from) {
    Egg() {
        this(Hen.class);
    }
}
