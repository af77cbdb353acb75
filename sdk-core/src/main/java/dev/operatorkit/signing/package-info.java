/**
 * Signs and verifies requests as the section Authentication of the specification defines it (SIG). {@link
 * dev.operatorkit.signing.Signer} computes a signature, {@link dev.operatorkit.signing.Verifier} checks one, and {@link
 * dev.operatorkit.signing.Diagnosis} explains why one was rejected.
 *
 * <p>Ids such as SIG-13 and D-42 refer to {@code docs/rules.md} and {@code docs/decisions.md}.
 */
@NullMarked
package dev.operatorkit.signing;

import org.jspecify.annotations.NullMarked;
