@NullMarked
package dev.operatorkit.reference.staff;

import org.jspecify.annotations.NullMarked;
