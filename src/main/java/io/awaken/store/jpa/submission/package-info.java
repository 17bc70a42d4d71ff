/**
 * Submissions in the database: new runs, the runs they interrupt, and idempotency and dedupe keys.
 */
package io.awaken.store.jpa.submission;
