/**
 * Secrets of callers, such as their tokens for other servers: encrypted with keys that are not
 * stored with them, and readable only under their own name.
 */
package io.awaken.core.secret;
