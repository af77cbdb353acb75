/** For an operator's own tests: a Customer API that answers what the test says. */
@NullMarked
package dev.operatorkit.client.testkit;

import org.jspecify.annotations.NullMarked;
