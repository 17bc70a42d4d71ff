/** Answers through webhooks, and their failed messages. */
package io.awaken.http.api.webhook;
