/** The AI SDK's chat protocol: parts shared by its requests, streams and routes. */
package io.awaken.protocol.aisdk;
