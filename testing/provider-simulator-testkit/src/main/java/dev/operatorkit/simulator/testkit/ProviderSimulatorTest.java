package dev.operatorkit.simulator.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Starts a simulator, on a free port and in memory, for each test that takes a {@link ProviderSimulator}, and stops it after
 * the test. A simulator that a constructor or a {@code @BeforeAll} takes is shared by all tests of its class.
 *
 * <pre>{@code
 * @ProviderSimulatorTest
 * class MyWalletTest {
 *     @Test
 *     void a_win_is_paid(ProviderSimulator provider) {
 *         provider.wallet("http://localhost:8080/wallet");
 *         var player = provider.open("token-1", CurrencyCode.of("EUR"));
 *         provider.expectSettled(player.spin("1.00", player.win("2.50")));
 *     }
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(ProviderSimulatorExtension.class)
@SuppressWarnings("exports") // only JUnit uses the extension
public @interface ProviderSimulatorTest {
    /** The default secret. */
    String SECRET = "operatorkit-test-secret";

    /** Returns the id of the operator under test. */
    String operator() default "demo";

    /** Returns the secret of the wallet under test. */
    String secret() default SECRET;

    /** Returns the file with the secret, for one that is no text or is not to stand in the test; it replaces {@link #secret}. */
    String secretFile() default "";

    /** Returns the address of the wallet's callbacks if it is fixed; otherwise use {@link ProviderSimulator#wallet}. */
    String wallet() default "";

    /** Returns the seed that makes random outcomes repeatable. */
    long seed() default 1;
}
