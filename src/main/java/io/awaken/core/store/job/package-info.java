/** Jobs: the queue of all nodes, from the submission of a run to the end of its job. */
package io.awaken.core.store.job;
