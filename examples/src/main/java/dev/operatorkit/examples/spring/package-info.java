/** Shows the wallet callbacks on Spring Boot 3, with the operator's own store on Spring's JdbcTemplate. */
@NullMarked
package dev.operatorkit.examples.spring;

import org.jspecify.annotations.NullMarked;
