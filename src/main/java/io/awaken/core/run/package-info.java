/**
 * Durable facts about threads and runs: ids, the fence, records, states with their transition
 * tables, the caller and the cancellation token. Behaviour of the loop or of a store does not
 * belong here.
 */
package io.awaken.core.run;
