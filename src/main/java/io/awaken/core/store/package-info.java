/**
 * What the ports of the stores have in common; the ports themselves stand below, by what they keep.
 * Stores implement them all and pass one contract suite. Everything that a running run writes goes
 * through {@link io.awaken.core.store.run.RunCommit}, fenced by the thread row (guardrail G2).
 */
package io.awaken.core.store;
