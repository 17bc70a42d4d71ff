/**
 * Submissions: a run with its input, mode and idempotency key, and the store's result or refusal.
 */
package io.awaken.core.store.submission;
