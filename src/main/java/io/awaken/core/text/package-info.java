/** Text on its own: glob patterns, and text of others made fit for logs and messages. */
package io.awaken.core.text;
