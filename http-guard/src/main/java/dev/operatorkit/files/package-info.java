/** Keeps the files of a program from the other users of its machine. */
@NullMarked
package dev.operatorkit.files;

import org.jspecify.annotations.NullMarked;
