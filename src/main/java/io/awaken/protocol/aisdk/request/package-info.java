/**
 * What a chat client sends, and what of it counts: the new input alone. The rest of the history
 * that it sends along is passed over, since the server keeps its own.
 */
package io.awaken.protocol.aisdk.request;
