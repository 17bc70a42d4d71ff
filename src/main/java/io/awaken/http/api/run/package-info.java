/**
 * Runs: begin one, with a stream or in the background, list them, wait for them, say more to them,
 * cancel them.
 */
package io.awaken.http.api.run;
