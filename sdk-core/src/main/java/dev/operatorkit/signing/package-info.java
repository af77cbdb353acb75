/** Signing and verifying requests as the specification's section Authentication says (SIG). */
@NullMarked
package dev.operatorkit.signing;

import org.jspecify.annotations.NullMarked;
