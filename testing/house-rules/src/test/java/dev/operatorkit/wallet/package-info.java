@NullMarked
package dev.operatorkit.wallet;

import org.jspecify.annotations.NullMarked;
