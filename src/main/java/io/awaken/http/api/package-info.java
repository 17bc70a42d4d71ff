/**
 * The native REST API under {@code /v1}: threads, runs, their event streams and agents, with its
 * JSON and its errors. Resources check the request and call one port; what a run does is not known
 * here.
 */
package io.awaken.http.api;
