package dev.operatorkit.simulator.testkit;

/**
 * Checks the Java version before the first class of the simulator is loaded, whose UnsupportedClassVersionError would
 * not say what to do.
 */
final class Java21 {
    private static final int NEEDED = 21;

    private Java21() {}

    /**
     * Requires Java 21 or newer.
     *
     * @throws IllegalStateException if the tests run on an older version; the message says what to do
     */
    static void require() {
        var running = Runtime.version().feature();
        if (running < NEEDED) {
            throw new IllegalStateException(
                    "The provider simulator needs Java " + NEEDED + " or newer and these tests run on "
                            + running
                            + ". Run the tests of the build on a newer JDK (Maven: a toolchain, or <jvm> of Surefire;"
                            + " Gradle: javaLauncher). The code under test may stay on " + running);
        }
    }
}
