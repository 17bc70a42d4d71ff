/**
 * {@code mvn -Pserve}: starts Payara Micro or WildFly with the built archive as a child process,
 * reports when it is ready or why not, and stops it cleanly. {@link
 * io.awaken.server.launch.CreateToken} creates tokens. Uses only the JDK, since it runs from the
 * class folder; the deployed application never uses it.
 */
package io.awaken.server.launch;
