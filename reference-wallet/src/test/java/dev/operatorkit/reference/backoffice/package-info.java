@NullMarked
package dev.operatorkit.reference.backoffice;

import org.jspecify.annotations.NullMarked;
