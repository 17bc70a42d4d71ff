/**
 * Secrets that are kept for callers, such as tokens of theirs for other servers: encrypted with
 * keys that are not stored beside them, and readable only under the name they were kept by.
 */
package io.awaken.core.secret;
