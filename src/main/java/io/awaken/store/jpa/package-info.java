/**
 * All ports of {@code core.store} in a relational database, H2 or PostgreSQL. The thread row is the
 * lock and the fence: every transaction that touches rows of a thread first updates that row under
 * its precondition ({@link io.awaken.store.jpa.statement.ThreadLock}); only leases live on the job
 * row. Hot statements are conditional updates, inserts are batched; entities carry inserts and
 * reads and are never changed. {@link io.awaken.store.jpa.JpaStores} is the entry point; the ports
 * are in subpackages, by the data they store, over shared rows and statements.
 */
package io.awaken.store.jpa;
