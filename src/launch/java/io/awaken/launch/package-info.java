/**
 * {@code mvn -Pserve}: starts Payara Micro or WildFly with the built archive as a child process,
 * reports when it is ready or why not, and stops it cleanly. Uses only the JDK, since it runs from
 * {@code target/launch}; no archive contains it.
 */
package io.awaken.launch;
