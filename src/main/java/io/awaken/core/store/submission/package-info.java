/** What is submitted: a run with its input, its mode and the key that makes it unique. */
package io.awaken.core.store.submission;
