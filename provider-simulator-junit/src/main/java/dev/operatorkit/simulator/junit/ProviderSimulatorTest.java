package dev.operatorkit.simulator.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Starts a simulator, on a free port and in memory, for each test that takes a {@link ProviderSimulator}, and stops it after
 * the test. One that a constructor or a {@code @BeforeAll} takes serves all tests of its class.
 *
 * <pre>{@code
 * @ProviderSimulatorTest
 * class MyWalletTest {
 *     @Test
 *     void a_win_is_paid(ProviderSimulator provider) {
 *         provider.wallet("http://localhost:8080/wallet");
 *         var player = provider.open("token-1", "EUR");
 *         provider.expectSettled(player.spin("1.00", "2.50"));
 *     }
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(ProviderSimulatorExtension.class)
public @interface ProviderSimulatorTest {
    /** The secret of tests when nobody says another. */
    String SECRET = "operatorkit-test-secret";

    /** The operator under test. */
    String operator() default "demo";

    /** The secret that the wallet under test was given; one that is made up for the test. */
    String secret() default SECRET;

    /** Where the wallet's callbacks are mounted, when that is known beforehand; else {@link ProviderSimulator#wallet}. */
    String wallet() default "";

    /** Makes outcomes that are left to chance repeatable. */
    long seed() default 1;
}
