/**
 * Submissions in the database: new runs, the runs that they interrupt, and the keys that make them
 * unique.
 */
package io.awaken.store.jpa.submission;
