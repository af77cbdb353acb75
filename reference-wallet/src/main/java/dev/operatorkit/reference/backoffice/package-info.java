/** Serves the operator's back office: server-rendered pages behind a password, on a port of their own. */
@NullMarked
package dev.operatorkit.reference.backoffice;

import org.jspecify.annotations.NullMarked;
