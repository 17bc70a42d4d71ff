/**
 * The queue as clients see it: jobs of a thread and of a tenant, pushing one, and making a new run
 * of one that is in the dead letter.
 */
package io.awaken.http.api.mailbox;
