/**
 * The A2A 1.0 server (features rows 241, 242): a task is a run, a context is a thread. Two
 * bindings, HTTP+JSON and JSON-RPC, over one set of operations.
 */
package io.awaken.protocol.a2a;
