/** Holds the documentation: its pages, rendered from Markdown, their search, and links to rules and decisions. */
@NullMarked
package dev.operatorkit.simulator.documentation;

import org.jspecify.annotations.NullMarked;
