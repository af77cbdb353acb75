/**
 * Integrates the provider simulator into the JUnit tests of an operator's build. Start with {@link
 * dev.operatorkit.simulator.testkit.ProviderSimulatorTest}. The tests need Java 21 or newer. Records and enums of this package are immutable.
 *
 * <p>Ids such as RND-2 and D-31 are explained in {@code docs/rules.md} and {@code docs/decisions.md} of the OperatorKit
 * repository.
 */
@NullMarked
package dev.operatorkit.simulator.testkit;

import org.jspecify.annotations.NullMarked;
