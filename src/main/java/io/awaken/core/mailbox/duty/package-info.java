/**
 * What every node does by the clock for the runs of all nodes: it takes back expired leases, lets
 * questions expire, ends runs that do not end themselves, and removes what is over.
 */
package io.awaken.core.mailbox.duty;
