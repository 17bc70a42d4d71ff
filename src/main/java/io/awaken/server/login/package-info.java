/**
 * Finds out how callers prove who they are: what the configuration says, the login mechanisms of
 * the application, and the realm of the server. The request itself is authenticated in {@link
 * io.awaken.http.security}.
 */
package io.awaken.server.login;
