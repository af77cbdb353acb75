@NullMarked
package dev.operatorkit.house.wrong.egg;

import org.jspecify.annotations.NullMarked;
