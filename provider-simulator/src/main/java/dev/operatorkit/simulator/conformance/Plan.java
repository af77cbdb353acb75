package dev.operatorkit.simulator.conformance;

import dev.operatorkit.simulator.conformance.wire.Secret;
import dev.operatorkit.simulator.conformance.wire.WalletAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;

/**
 * What to run against which wallet.
 *
 * @param tokens session tokens of one or two players with some balance
 * @param game the game that the callbacks name
 * @param timeout for each call, whole
 * @param pause before each call
 * @param tls whom to trust
 */
public record Plan(
        WalletAddress wallet,
        Secret secret,
        List<String> tokens,
        String game,
        List<Case> cases,
        long seed,
        Duration timeout,
        Duration pause,
        SSLSocketFactory tls,
        Clock clock) {}
