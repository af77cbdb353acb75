/** The operator's own pages: on an address of their own, behind a password, server-rendered. */
@NullMarked
package dev.operatorkit.reference.backoffice;

import org.jspecify.annotations.NullMarked;
