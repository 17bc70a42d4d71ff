/**
 * Timer duties that each node runs for all nodes: they sweep expired leases, expire questions, end
 * overdue runs and delete old rows.
 */
package io.awaken.core.mailbox.duty;
