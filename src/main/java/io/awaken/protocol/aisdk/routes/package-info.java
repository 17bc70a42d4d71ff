/** The routes below {@code /v1/ai-sdk}: what chat clients call, and what becomes of it. */
package io.awaken.protocol.aisdk.routes;
