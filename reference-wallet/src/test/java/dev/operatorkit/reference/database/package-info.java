@NullMarked
package dev.operatorkit.reference.database;

import org.jspecify.annotations.NullMarked;
