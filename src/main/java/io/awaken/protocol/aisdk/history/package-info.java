/** Conversations as the messages of a chat client, for pages that load what was said before. */
package io.awaken.protocol.aisdk.history;
