/** Tests the wallet on JdbcTemplate with the conformance suite. */
@NullMarked
package dev.operatorkit.peers.spring;

import org.jspecify.annotations.NullMarked;
