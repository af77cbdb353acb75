@NullMarked
package dev.operatorkit.house.wrong.second;

import org.jspecify.annotations.NullMarked;
