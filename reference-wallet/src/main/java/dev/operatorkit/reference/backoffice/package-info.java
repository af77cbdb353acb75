/** Serves the operator's back office: server-rendered pages behind a password, on a separate port. */
@NullMarked
package dev.operatorkit.reference.backoffice;

import org.jspecify.annotations.NullMarked;
