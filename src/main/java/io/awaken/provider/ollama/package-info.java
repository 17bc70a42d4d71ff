/**
 * Ollama's own chat wire: lines of JSON. {@link io.awaken.provider.ollama.OllamaAdapter} reads a
 * provider's document, {@code OllamaRequestWriter} writes requests, {@code OllamaAnswer} reads
 * answers; {@code provider.http} does the rest.
 */
package io.awaken.provider.ollama;
