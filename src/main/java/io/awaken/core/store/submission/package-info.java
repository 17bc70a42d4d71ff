/**
 * What is submitted: a run with its input, its mode and the key that makes it unique; and how a
 * store answers, with the run or with a refusal.
 */
package io.awaken.core.store.submission;
