/**
 * Maps all refusals and failures to one error format, whatever their source: our own checks, the
 * domain, the container. Never reveals internal causes.
 */
package io.awaken.http.api.error;
