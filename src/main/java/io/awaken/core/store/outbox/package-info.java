/** What a run owes to others after its commit, and who delivers it when. */
package io.awaken.core.store.outbox;
