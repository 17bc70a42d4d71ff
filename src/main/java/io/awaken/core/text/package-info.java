/**
 * Glob patterns, external text sanitised for logs, messages and questions, rationed log lines,
 * whole characters, repeated text, and hashes of JSON.
 */
package io.awaken.core.text;
