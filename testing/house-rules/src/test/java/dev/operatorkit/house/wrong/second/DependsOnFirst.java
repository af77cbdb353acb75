package dev.operatorkit.house.wrong.second;

import dev.operatorkit.house.wrong.first.DependsOnSecond;

public record DependsOnFirst(Class<DependsOnSecond> from) {
    DependsOnFirst() {
        this(DependsOnSecond.class);
    }
}
