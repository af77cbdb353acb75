@NullMarked
package dev.operatorkit.reference.http;

import org.jspecify.annotations.NullMarked;
