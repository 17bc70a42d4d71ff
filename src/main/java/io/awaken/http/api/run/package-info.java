/**
 * Runs: begin one, with a stream or in the background, list them, wait for them, say more to them,
 * cancel them. {@code Acceptance} is also how messages and jobs begin theirs.
 */
package io.awaken.http.api.run;
