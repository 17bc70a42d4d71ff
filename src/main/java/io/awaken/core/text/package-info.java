/** Glob patterns, and external text sanitised for logs and messages. */
package io.awaken.core.text;
