/** Tests the starter with the versions that Spring Boot chooses. */
package dev.operatorkit.springboot;
