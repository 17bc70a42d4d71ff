/**
 * Precedes every route, static files and unknown paths included: checks host names, other origins
 * and the form of paths, adds headers that protect browsers, and waits for a place.
 */
package io.awaken.http.front;
