/**
 * The statements that several ports execute, on threads, runs, jobs, questions, messages and state;
 * and what is made of a transaction that failed.
 */
package io.awaken.store.jpa.statement;
