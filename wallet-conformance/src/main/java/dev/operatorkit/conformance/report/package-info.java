/** What a run leaves behind: results.json, junit.xml, report.html, and the difference of two runs. */
@NullMarked
package dev.operatorkit.conformance.report;

import org.jspecify.annotations.NullMarked;
