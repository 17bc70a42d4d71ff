/**
 * The JSON of the native API: how its records are read and written, and what is said about a body
 * that cannot be read.
 */
package io.awaken.http.api.json;
