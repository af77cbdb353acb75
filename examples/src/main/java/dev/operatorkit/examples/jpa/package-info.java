/** Shows the wallet's accounts as JPA entities of a platform, with deposits in the platform's transactions. */
@NullMarked
package dev.operatorkit.examples.jpa;

import org.jspecify.annotations.NullMarked;
