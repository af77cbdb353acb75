/** Classes that break the rules, one each, so that each rule is seen to fail. */
@NullMarked
package dev.operatorkit.house.wrong;

import org.jspecify.annotations.NullMarked;
