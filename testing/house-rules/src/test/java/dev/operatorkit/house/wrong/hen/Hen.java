package dev.operatorkit.house.wrong.hen;

import dev.operatorkit.house.wrong.egg.Egg;

public record Hen(Class<Egg> from) {
    Hen() {
        this(Egg.class);
    }
}
