/**
 * Determines how callers are authenticated: by configuration, by the application's login
 * mechanisms, and by the server's realm. The request itself is authenticated in {@link
 * io.awaken.http.security}.
 */
package io.awaken.server.login;
