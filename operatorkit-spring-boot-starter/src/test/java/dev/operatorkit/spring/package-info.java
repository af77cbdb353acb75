/** Tests the starter in Spring Boot applications with real sockets. */
@NullMarked
package dev.operatorkit.spring;

import org.jspecify.annotations.NullMarked;
