/** Client of the Customer API; begin with {@link dev.operatorkit.client.CustomerApi}. */
@NullMarked
package dev.operatorkit.client;

import org.jspecify.annotations.NullMarked;
