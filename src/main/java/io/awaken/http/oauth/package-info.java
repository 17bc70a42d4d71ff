/**
 * The application as what OAuth calls a protected resource: where its clients learn who issues
 * tokens for it, the challenge when a token is missing or insufficient, and the check of scopes
 * (RFC 9728, RFC 6750).
 */
package io.awaken.http.oauth;
