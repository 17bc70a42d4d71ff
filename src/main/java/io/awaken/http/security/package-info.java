/**
 * Who asks and how much may be asked: the caller of a request, what belongs to whom, limits on
 * requests and bodies, and the one shape in which a request is refused. Streams have limits of
 * their own in {@link io.awaken.http.stream}.
 */
package io.awaken.http.security;
