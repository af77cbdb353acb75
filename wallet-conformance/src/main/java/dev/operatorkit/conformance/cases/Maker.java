package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.CaseContext;
import java.util.function.Function;

/** Makes a movement that a case sends. */
@FunctionalInterface
interface Maker extends Function<CaseContext, MovementBody> {}
