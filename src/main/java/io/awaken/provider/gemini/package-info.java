/**
 * Gemini's {@code streamGenerateContent}. {@link io.awaken.provider.gemini.GeminiAdapter} reads a
 * provider's document; {@code GenerateWire} is its request, its stream and its errors; {@code
 * provider.http} does the rest.
 */
package io.awaken.provider.gemini;
