/**
 * {@code mvn -Pserve}: starts Payara Micro or WildFly with the built archive as a child process,
 * says when it is ready or why not, and takes it down cleanly. {@link
 * io.awaken.server.launch.CreateToken} makes tokens. Plain Java that uses nothing but the JDK,
 * since it runs from the class folder; the deployed application never uses it.
 */
package io.awaken.server.launch;
