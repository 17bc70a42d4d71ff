/** The AI SDK's chat protocol: what its requests, streams and routes have in common. */
package io.awaken.protocol.aisdk;
