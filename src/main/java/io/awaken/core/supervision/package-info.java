/**
 * Restarts the long-lived threads of a node when they die of any cause, and names those that stay
 * dead. Threads and the clock are parameters.
 */
package io.awaken.core.supervision;
