/**
 * Measures the Customer API client and the wallet callbacks with Micrometer. Every tag comes from a fixed set, so that no
 * request and no response can create new time series.
 */
@NullMarked
package dev.operatorkit.micrometer;

import org.jspecify.annotations.NullMarked;
