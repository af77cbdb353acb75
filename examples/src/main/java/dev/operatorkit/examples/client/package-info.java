/** Shows the Customer API client in an operator's program. */
@NullMarked
package dev.operatorkit.examples.client;

import org.jspecify.annotations.NullMarked;
