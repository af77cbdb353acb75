package com.example.casino

import dev.operatorkit.money.Money
import dev.operatorkit.signing.SecretKeys
import dev.operatorkit.wallet.DebitPolicy
import dev.operatorkit.wallet.PolicyRefusal
import dev.operatorkit.wallet.SourceAllowlist
import dev.operatorkit.wallet.TransactionalWallet
import dev.operatorkit.wallet.WalletCallbacks
import dev.operatorkit.wallet.testkit.InMemoryPlayers
import dev.operatorkit.wallet.testkit.InMemoryWalletStore
import java.net.InetAddress
import java.net.InetSocketAddress
import java.time.Clock
import java.time.Duration
import java.util.Optional

private enum class Reason { STAKE_TOO_HIGH }

private val CLOCK: Clock = Clock.systemUTC()

/** Refuses stakes of more than 1,000.00. */
private val stakeLimit = DebitPolicy { debit ->
    if (debit.stake().minorUnits() > 1_000_00) {
        Optional.of(PolicyRefusal(Reason.STAKE_TOO_HIGH, "The stake is above the limit."))
    } else {
        Optional.empty()
    }
}

/** Starts the wallet. Replace the store and the players in memory with those on your database. */
fun main() {
    val store = InMemoryWalletStore()
    val players = InMemoryPlayers(store)
    for (number in 1..2) {
        store.openAccount("player-$number", Money.of("100", "EUR"))
        players.addSession("token-of-player-$number", "player-$number", CLOCK.instant() + Duration.ofHours(2))
    }
    val wallet = TransactionalWallet.builder(store, players).clock(CLOCK).policy(stakeLimit).build()
    val sources = SourceAllowlist.allow("127.0.0.1")
    val callbacks = WalletCallbacks.builder("/wallet", SecretKeys.fromEnvironment(), sources, wallet).clock(CLOCK).build()
    val port = System.getenv("PORT")?.toInt() ?: 8080
    serve(InetSocketAddress(InetAddress.getLoopbackAddress(), port), callbacks)
}
