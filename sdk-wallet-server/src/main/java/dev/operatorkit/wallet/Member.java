package dev.operatorkit.wallet;

import org.jspecify.annotations.Nullable;

/** One caller's movement on its way through a batch. */
final class Member {
    final Movement movement;
    final long arrived = System.nanoTime();
    final Thread caller = Thread.currentThread();

    /** What it will be told once the unit is committed. Of the committing thread alone. */
    @Nullable
    Result provisional;

    volatile @Nullable Result result;

    Member(Movement movement) {
        this.movement = movement;
    }
}
