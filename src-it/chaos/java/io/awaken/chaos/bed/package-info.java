/**
 * Runs the system under test: PostgreSQL, one or two nodes and the server of their remote agents in
 * separate processes, and the ledger that does the work of their tools.
 */
package io.awaken.chaos.bed;
