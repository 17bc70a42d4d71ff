/** Runs: their commits, calls, inbox messages and endings. */
package io.awaken.core.store.run;
