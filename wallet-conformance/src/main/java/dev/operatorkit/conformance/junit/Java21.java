package dev.operatorkit.conformance.junit;

/** Checks the JVM before the first class of the suite is loaded: an older one would report a class file version and no more. */
final class Java21 {
    private static final int NEEDED = 21;

    private Java21() {}

    /** Throws IllegalStateException, with what to do, where the tests run on an older JVM. */
    static void require() {
        var running = Runtime.version().feature();
        if (running < NEEDED) {
            throw new IllegalStateException(
                    "The conformance suite needs Java " + NEEDED + " or newer and these tests run on " + running
                            + ". Let the build run its tests on a newer JDK (Maven: a toolchain, or <jvm> of Surefire;"
                            + " Gradle: javaLauncher); the wallet that they test may stay on " + running + ".");
        }
    }
}
