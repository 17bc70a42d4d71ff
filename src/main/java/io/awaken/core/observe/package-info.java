/**
 * The port through which a node's work is observed, for metrics and traces. It knows nothing of
 * those who observe.
 */
package io.awaken.core.observe;
