@NullMarked
package dev.operatorkit.house.wrong.store;

import org.jspecify.annotations.NullMarked;
