@NullMarked
package dev.operatorkit.house.wrong.hen;

import org.jspecify.annotations.NullMarked;
