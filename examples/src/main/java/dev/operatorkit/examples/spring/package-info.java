/** Shows a wallet on Spring Boot with the starter, and the operator's own store on Spring's JdbcTemplate. */
@NullMarked
package dev.operatorkit.examples.spring;

import org.jspecify.annotations.NullMarked;
