/**
 * The queue on the wire: jobs of a thread and of a tenant, adding a job, and redriving a dead
 * letter.
 */
package io.awaken.http.api.mailbox;
