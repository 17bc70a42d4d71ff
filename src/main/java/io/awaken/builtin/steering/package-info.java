/**
 * Lets code outside of a run send it messages while it runs, in memory and on one node. A message
 * that must survive a restart is submitted to the thread instead.
 */
package io.awaken.builtin.steering;
