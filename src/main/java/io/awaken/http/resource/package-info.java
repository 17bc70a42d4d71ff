/**
 * The application as what OAuth calls a protected resource: where its clients learn who issues
 * tokens for it, what they are told when a token is missing or not enough, and the check of scopes
 * (RFC 9728, RFC 6750).
 */
package io.awaken.http.resource;
