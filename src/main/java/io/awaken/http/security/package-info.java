/**
 * Callers and their rights: the caller of a request, ownership, quotas of callers, and the common
 * format of refusals. Limits on requests and bodies are in {@link io.awaken.http.security.load},
 * those on streams in {@link io.awaken.http.stream}.
 */
package io.awaken.http.security;
