/** Glob patterns, external text sanitised for logs and messages, and whole characters. */
package io.awaken.core.text;
