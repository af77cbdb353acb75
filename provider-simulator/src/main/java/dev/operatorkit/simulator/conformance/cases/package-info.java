/** The cases, one file a group; {@link dev.operatorkit.simulator.conformance.cases.CaseCatalogue} lists them all. */
@NullMarked
package dev.operatorkit.simulator.conformance.cases;

import org.jspecify.annotations.NullMarked;
