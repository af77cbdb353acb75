@NullMarked
package dev.operatorkit.reference.limits;

import org.jspecify.annotations.NullMarked;
