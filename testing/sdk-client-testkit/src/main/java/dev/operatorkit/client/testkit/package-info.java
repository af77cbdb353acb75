/**
 * Helps to test an operator's use of the Customer API. {@link dev.operatorkit.client.testkit.FakeCustomerApi} runs on
 * the test's machine, verifies every signature and responds as the test says.
 *
 * <p>Ids such as SIG-12 and D-6 refer to {@code docs/rules.md} and {@code docs/decisions.md}.
 */
@NullMarked
package dev.operatorkit.client.testkit;

import org.jspecify.annotations.NullMarked;
