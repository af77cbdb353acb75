/** Contains one class per rule that breaks it, to prove that each rule can fail. */
@NullMarked
package dev.operatorkit.house.wrong;

import org.jspecify.annotations.NullMarked;
