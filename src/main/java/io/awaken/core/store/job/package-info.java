/** Jobs: the queue of all nodes. */
package io.awaken.core.store.job;
