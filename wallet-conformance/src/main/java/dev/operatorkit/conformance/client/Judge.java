package dev.operatorkit.conformance.client;

/** Judges recorded calls. It is a pure function: the same evidence always makes the same findings. */
@FunctionalInterface
interface Judge {
    /** Adds what it finds. */
    void judge(Evidence evidence, Findings findings);
}
