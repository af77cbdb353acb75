@NullMarked
package dev.operatorkit.wallet.store.util;

import org.jspecify.annotations.NullMarked;
