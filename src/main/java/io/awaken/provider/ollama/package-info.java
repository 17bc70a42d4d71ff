/**
 * Ollama's own chat wire: lines of JSON. {@link io.awaken.provider.ollama.OllamaAdapter} reads a
 * provider's document; {@code OllamaWire} is its request, its stream and its errors; {@code
 * provider.http} does the rest.
 */
package io.awaken.provider.ollama;
