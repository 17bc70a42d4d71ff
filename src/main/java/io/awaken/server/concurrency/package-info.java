/**
 * The threads of a node, made and ended in one place, and the watch that adds carriers when virtual
 * threads stand still.
 */
package io.awaken.server.concurrency;
