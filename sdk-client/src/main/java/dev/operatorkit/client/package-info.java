/**
 * Calls the provider's Customer API: catalogue, launch URLs, free-round campaigns and bonus codes. Start with {@link
 * dev.operatorkit.client.CustomerApi}. A failed call is retried only where that is safe, and every attempt is signed
 * with a fresh timestamp. After an exception, {@link dev.operatorkit.client.CustomerApiException#isSafeToRetry} tells
 * whether your code may retry the call, and {@link dev.operatorkit.client.CustomerApiException#isTransient} whether a
 * retry may succeed. Records and enums of this package are immutable.
 *
 * <p>The types of the packages {@code dev.operatorkit.wire}, {@code money} and {@code signing} are in the artifact
 * {@code sdk-core}, which has its own Javadoc; links to it work where the Javadoc of both is unpacked as {@code
 * artifact/version/}. A fake Customer API for your tests is in {@code sdk-client-testkit}.
 *
 * <p>Ids such as LAU-10 and D-34 are explained in {@code docs/rules.md} and {@code docs/decisions.md} of the
 * OperatorKit repository.
 */
@NullMarked
package dev.operatorkit.client;

import org.jspecify.annotations.NullMarked;
