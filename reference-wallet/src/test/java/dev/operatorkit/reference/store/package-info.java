@NullMarked
package dev.operatorkit.reference.store;

import org.jspecify.annotations.NullMarked;
