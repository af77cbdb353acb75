/** Keeps the files of a program from the other users of its machine, and their texts from being calculated. */
@NullMarked
package dev.operatorkit.files;

import org.jspecify.annotations.NullMarked;
