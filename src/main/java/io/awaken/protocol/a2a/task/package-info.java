/**
 * Runs as A2A tasks: their JSON, their streams, their questions, and the errors of the protocol.
 */
package io.awaken.protocol.a2a.task;
