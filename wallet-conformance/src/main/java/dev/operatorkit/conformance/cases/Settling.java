package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.CaseContext;
import java.util.function.BiFunction;

/** Makes a movement of a bet. */
@FunctionalInterface
interface Settling extends BiFunction<CaseContext, Bet, MovementBody> {}
