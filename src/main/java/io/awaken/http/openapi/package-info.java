/**
 * Generates the OpenAPI document of an application from its resources: routes and parameters from
 * the annotations of Jakarta REST and of this package, schemas from the mapper of the bodies. The
 * server's MicroProfile OpenAPI publishes it; its own scan would miss mapper and errors, and
 * differs between servers.
 */
package io.awaken.http.openapi;
