/** The program: options, servers, what runs and what stops in which order. */
@NullMarked
package dev.operatorkit.reference;

import org.jspecify.annotations.NullMarked;
