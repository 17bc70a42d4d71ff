/**
 * Parses the requests of chat clients: only the new input. The history in a request is ignored,
 * because the server stores its own.
 */
package io.awaken.protocol.aisdk.request;
