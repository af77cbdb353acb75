/**
 * Signs and verifies requests as defined in the section "Authentication" of the provider's specification (rules SIG-1
 * to SIG-17). {@link dev.operatorkit.signing.Signer} computes a signature, {@link dev.operatorkit.signing.Verifier}
 * checks one, and {@link dev.operatorkit.signing.Diagnosis} explains why one was rejected. Every type of this package is immutable, or thread-safe where it says so.
 *
 * <p>Ids such as SIG-13 and D-42 are explained in {@code docs/rules.md} and {@code docs/decisions.md} of the
 * OperatorKit repository.
 */
@NullMarked
package dev.operatorkit.signing;

import org.jspecify.annotations.NullMarked;
