/**
 * Calls the provider's Customer API: catalogue, launch URLs, free rounds campaigns and bonus codes. Start with {@link
 * dev.operatorkit.client.CustomerApi}. Requests are signed when they are sent and retried only where that is safe; the
 * kind of {@link dev.operatorkit.client.CustomerApiException} tells whether your code may retry.
 *
 * <p>Ids such as LAU-10 and D-34 refer to {@code docs/rules.md} and {@code docs/decisions.md}.
 */
@NullMarked
package dev.operatorkit.client;

import org.jspecify.annotations.NullMarked;
