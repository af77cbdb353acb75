/** Contains the wallet program: its command line, its servers, and the order in which they start and stop. */
@NullMarked
package dev.operatorkit.reference;

import org.jspecify.annotations.NullMarked;
