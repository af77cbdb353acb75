/**
 * Configures OperatorKit in a Spring Boot application: the endpoint of the wallet callbacks, which is a filter before all
 * others, and the Customer API client. The package has no public type: use the properties {@code operatorkit.*} and beans.
 */
@NullMarked
package dev.operatorkit.spring;

import org.jspecify.annotations.NullMarked;
