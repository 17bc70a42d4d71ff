/**
 * Tests that need whole server processes: kills, signals, undeployment and failing starts. Each
 * test starts servers with the built archive as child processes and sends them HTTP requests; their
 * logs and data are in the test's folder under {@code target/process}.
 */
package io.awaken.process;
