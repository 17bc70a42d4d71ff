/**
 * The native REST API under {@code /v1}: the application with all its routes, its OpenAPI document,
 * and information about the server and its agents. Every other resource has a package below this
 * one. Resources check the request and call one port; they contain no run logic.
 */
package io.awaken.http.api;
