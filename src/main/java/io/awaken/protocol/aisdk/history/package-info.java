/** Conversations as messages for chat clients, for pages that load earlier messages. */
package io.awaken.protocol.aisdk.history;
