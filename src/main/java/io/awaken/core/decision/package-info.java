/**
 * What a command does to a thread or a run, by the state it is in: pure functions over a view that
 * a store has read. A store contains none of these rules: it reads, asks, and executes the plan
 * under the lock or condition that makes sure that the view still holds. No clock, no ids, no I/O:
 * what is costly to read is a supplier and asked for only where it matters.
 */
package io.awaken.core.decision;
