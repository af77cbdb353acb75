/**
 * Serves the wallet callbacks in a servlet container: {@link dev.operatorkit.wallet.servlet.CallbackServlet}, or {@link
 * dev.operatorkit.wallet.servlet.ServletCallbacks} in your own filter or servlet.
 */
@NullMarked
package dev.operatorkit.wallet.servlet;

import org.jspecify.annotations.NullMarked;
