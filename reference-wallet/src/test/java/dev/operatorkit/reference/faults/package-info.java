/** Tests the wallet with a killed, stopped, silent or busy database, and with a killed or stopped process. */
@NullMarked
package dev.operatorkit.reference.faults;

import org.jspecify.annotations.NullMarked;
