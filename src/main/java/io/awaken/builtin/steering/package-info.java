/**
 * Lets code outside of a run say something to it while it runs, in memory and on one node. What has
 * to survive a restart is submitted as a message of its thread instead.
 */
package io.awaken.builtin.steering;
