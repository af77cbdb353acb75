@NullMarked
package dev.operatorkit.http.guard;

import org.jspecify.annotations.NullMarked;
