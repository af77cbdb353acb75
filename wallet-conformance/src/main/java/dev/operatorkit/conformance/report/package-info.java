/** Writes the reports of a run (results.json, junit.xml, report.html) and compares two runs. */
@NullMarked
package dev.operatorkit.conformance.report;

import org.jspecify.annotations.NullMarked;
