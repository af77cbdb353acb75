/** Contains a wallet on Spring Boot and JdbcTemplate, written without the wallet SDK. */
@NullMarked
package dev.operatorkit.peers.spring;

import org.jspecify.annotations.NullMarked;
