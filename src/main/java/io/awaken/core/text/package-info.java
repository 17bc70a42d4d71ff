/**
 * Glob patterns, external text sanitised for logs and messages, whole characters, and hashes of
 * JSON.
 */
package io.awaken.core.text;
