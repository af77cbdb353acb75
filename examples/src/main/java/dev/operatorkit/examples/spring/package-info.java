/** The wallet callbacks on Spring Boot 3, with a store of one's own in JDBC. */
@NullMarked
package dev.operatorkit.examples.spring;

import org.jspecify.annotations.NullMarked;
