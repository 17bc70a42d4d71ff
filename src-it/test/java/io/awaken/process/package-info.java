/**
 * What only a whole server process can show: kills, signals, undeployment and failing starts. Each
 * test starts real servers from the built archive as child processes and talks to them over HTTP;
 * their logs and data lie in a folder of the test under {@code target/process}.
 */
package io.awaken.process;
