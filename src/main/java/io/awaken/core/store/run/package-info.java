/** Runs: their commits, calls and messages that arrive meanwhile, and how they end. */
package io.awaken.core.store.run;
