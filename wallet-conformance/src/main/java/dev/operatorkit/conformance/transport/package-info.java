/**
 * Sends bytes over HTTP/1.1 exactly as they are, faults included, and keeps every byte of the response. Knows neither signatures nor
 * JSON.
 */
@NullMarked
package dev.operatorkit.conformance.transport;

import org.jspecify.annotations.NullMarked;
