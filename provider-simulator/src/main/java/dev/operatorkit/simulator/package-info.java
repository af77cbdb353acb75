/** The whole service side in one process, the witness of both SDKs: it knows neither. */
@NullMarked
package dev.operatorkit.simulator;

import org.jspecify.annotations.NullMarked;
