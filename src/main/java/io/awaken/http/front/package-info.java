/**
 * What stands in front of every route, static files and unknown paths included: which host names
 * are served, which pages of other origins may call, which paths are well formed, the headers that
 * protect browsers, and the wait for a place.
 */
package io.awaken.http.front;
