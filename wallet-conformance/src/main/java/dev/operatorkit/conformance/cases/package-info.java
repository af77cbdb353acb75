/** Holds the cases, one file per group; {@link dev.operatorkit.conformance.cases.CaseCatalogue} lists them all. */
@NullMarked
package dev.operatorkit.conformance.cases;

import org.jspecify.annotations.NullMarked;
