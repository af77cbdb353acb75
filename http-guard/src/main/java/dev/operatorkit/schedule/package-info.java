/** Runs repeated tasks, so that an exception never ends one without a message. */
@NullMarked
package dev.operatorkit.schedule;

import org.jspecify.annotations.NullMarked;
