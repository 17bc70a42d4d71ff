/**
 * Tokens for callers without an identity provider: the file that lists them, and the lookup. The
 * file contains only hashes; {@code io.awaken.launch.token.CreateToken} creates a token. Plain
 * Java, since that command runs without a server.
 */
package io.awaken.http.security.token;
