/**
 * The durable facts about threads and runs: ids, the fence that every write of a running run
 * carries, records, statuses with their transition tables, the caller and the cancellation token.
 * No behaviour of the loop or of a store belongs here.
 */
package io.awaken.core.run;
