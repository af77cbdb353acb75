package dev.operatorkit.simulator.junit;

/** Asked for before the first class of the simulator: an older JVM would say of that one which version it has, and no more. */
final class Java21 {
    private static final int NEEDED = 21;

    private Java21() {}

    /** IllegalStateException, with what to do, where the tests run on an older one. */
    static void needed() {
        var running = Runtime.version().feature();
        if (running < NEEDED) {
            throw new IllegalStateException(
                    "the provider simulator needs Java " + NEEDED + " or newer and these tests run on "
                            + running
                            + ": let the build run its tests on a newer JDK (Maven: a toolchain, or <jvm> of Surefire;"
                            + " Gradle: javaLauncher), what they test may stay on " + running);
        }
    }
}
