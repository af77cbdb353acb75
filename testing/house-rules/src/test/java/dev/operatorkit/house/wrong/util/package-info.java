@NullMarked
package dev.operatorkit.house.wrong.util;

import org.jspecify.annotations.NullMarked;
