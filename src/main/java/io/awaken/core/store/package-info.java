/**
 * What the store ports share; the ports are in subpackages, by the data they store. Every store
 * implements all of them and passes one contract suite. A running run writes only through {@link
 * io.awaken.core.store.run.RunCommit}, fenced by the thread row (guardrail G2).
 */
package io.awaken.core.store;
