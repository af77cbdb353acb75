/** Writes the reports of a run (results.json, junit.xml, report.html). */
@NullMarked
package dev.operatorkit.conformance.report;

import org.jspecify.annotations.NullMarked;
