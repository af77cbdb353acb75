@NullMarked
package dev.operatorkit.house.wrong.first;

import org.jspecify.annotations.NullMarked;
