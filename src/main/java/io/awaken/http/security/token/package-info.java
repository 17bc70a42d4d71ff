/**
 * Tokens for callers who have no identity provider: the file that lists them, and how one is found
 * in it. The file holds hashes only; {@code io.awaken.server.launch.CreateToken} makes a token.
 * Plain Java, since that command runs without a server.
 */
package io.awaken.http.security.token;
