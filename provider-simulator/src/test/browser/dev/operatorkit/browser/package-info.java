/** Provides the browser, windows, accessibility checks and screenshots to the tests of every program with pages. */
@NullMarked
package dev.operatorkit.browser;

import org.jspecify.annotations.NullMarked;
