/** Jobs: the queue of all nodes, from submission to the end of the job. */
package io.awaken.core.store.job;
