/**
 * The native REST API under {@code /v1}: filters of all routes, and information about the server
 * and its agents. Every other resource has a package below this one. Resources check the request
 * and call one port; they contain no run logic. {@code server.AwakenApplication} lists them.
 */
package io.awaken.http.api;
