/** Messages to webhooks: what is told to whom, how it is signed, sent and tried again. */
package io.awaken.core.webhook;
