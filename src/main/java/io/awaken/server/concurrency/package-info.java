/** The threads of a node, and the watch that adds carriers when virtual threads stall. */
package io.awaken.server.concurrency;
