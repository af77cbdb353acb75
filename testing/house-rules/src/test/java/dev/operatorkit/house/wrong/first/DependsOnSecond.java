package dev.operatorkit.house.wrong.first;

import dev.operatorkit.house.wrong.second.DependsOnFirst;

public record DependsOnSecond(Class<DependsOnFirst> from) {
    DependsOnSecond() {
        this(DependsOnFirst.class);
    }
}
