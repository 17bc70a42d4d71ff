/**
 * Bounds what the requests of a server take at once: how many are processed or wait for a place,
 * and how large their bodies are and how long these may take to arrive. What a caller may submit is
 * bounded in {@link io.awaken.http.security}, streams in {@link io.awaken.http.stream}.
 */
package io.awaken.http.security.load;
