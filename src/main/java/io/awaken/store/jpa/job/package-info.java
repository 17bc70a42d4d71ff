/** Jobs in the database: claims, leases, retries, the dead letter and the lists of the queue. */
package io.awaken.store.jpa.job;
