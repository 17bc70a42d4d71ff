/**
 * The OpenAPI document of an application of this server, made from what its resources say: routes
 * and parameters from the annotations of Jakarta REST and those of this package, shapes from the
 * mapper that reads and writes the bodies. MicroProfile OpenAPI of the server publishes it; its own
 * scan would know neither the mapper nor the errors, and differs between servers.
 */
package io.awaken.http.openapi;
