/**
 * Statements that several ports share, on threads, runs, jobs, suspensions, messages and state, and
 * the handling of failed transactions.
 */
package io.awaken.store.jpa.statement;
