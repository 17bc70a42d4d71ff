/**
 * The native REST API under {@code /v1}: the application with all its routes, its OpenAPI document,
 * and what is told about the server and its agents. Each other kind of thing has a package below
 * this one. Resources check the request and call one port; what a run does is not known here.
 */
package io.awaken.http.api;
