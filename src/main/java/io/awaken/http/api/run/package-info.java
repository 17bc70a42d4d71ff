/**
 * Runs: start one, streamed or in the background, list them, wait for them, send them messages,
 * cancel them.
 */
package io.awaken.http.api.run;
