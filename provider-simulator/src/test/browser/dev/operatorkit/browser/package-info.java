/** What the tests of every program that has pages share: the browser, a window under watch, a critical look, pictures. */
@NullMarked
package dev.operatorkit.browser;

import org.jspecify.annotations.NullMarked;
