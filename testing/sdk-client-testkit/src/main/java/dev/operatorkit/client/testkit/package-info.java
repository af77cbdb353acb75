/**
 * Helps test an operator's use of the Customer API. {@link dev.operatorkit.client.testkit.FakeCustomerApi} runs in the
 * JVM of the test, verifies every signature and returns the responses that the test has set up. Records and enums of this package are immutable.
 *
 * <p>Ids such as SIG-12 and D-6 are explained in {@code docs/rules.md} and {@code docs/decisions.md} of the OperatorKit
 * repository.
 */
@NullMarked
package dev.operatorkit.client.testkit;

import org.jspecify.annotations.NullMarked;
