/**
 * Every refusal and every failure as an answer of one shape, wherever it came from: our own checks,
 * the domain, the container. Never reveals internal causes.
 */
package io.awaken.http.api.error;
