/**
 * Gemini's {@code streamGenerateContent}. {@link io.awaken.provider.gemini.GeminiAdapter} reads a
 * provider's document, {@code GenerateRequestWriter} writes requests, {@code GenerateAnswer} reads
 * answers; {@code provider.http} does the rest.
 */
package io.awaken.provider.gemini;
