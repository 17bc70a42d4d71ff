/**
 * Runs the system under test: PostgreSQL and one or two nodes in separate processes, and the ledger
 * that does the work of their tools.
 */
package io.awaken.chaos.bed;
