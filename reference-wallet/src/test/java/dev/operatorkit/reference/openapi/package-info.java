@NullMarked
package dev.operatorkit.reference.openapi;

import org.jspecify.annotations.NullMarked;
