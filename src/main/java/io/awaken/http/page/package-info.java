/**
 * The chat page: its files from the archive, with headers for caching and against foreign scripts.
 * The page is a client of the native API like any other.
 */
package io.awaken.http.page;
