/**
 * Every refusal and every failure as an answer of the same shape, wherever it came from: our own
 * checks, the domain, the container. Never tells why something failed inside.
 */
package io.awaken.http.api.error;
