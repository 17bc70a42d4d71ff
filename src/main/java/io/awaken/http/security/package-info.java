/**
 * Who asks and how much a caller may ask: the caller of a request, what belongs to whom, quotas of
 * callers, and the one shape in which a request is refused. Limits on requests and bodies are in
 * {@link io.awaken.http.security.load}, those on streams in {@link io.awaken.http.stream}.
 */
package io.awaken.http.security;
