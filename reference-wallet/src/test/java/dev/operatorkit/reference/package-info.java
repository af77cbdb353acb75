@NullMarked
package dev.operatorkit.reference;

import org.jspecify.annotations.NullMarked;
