/** The routes below {@code /v1/ai-sdk}, and the handling of their requests. */
package io.awaken.protocol.aisdk.routes;
