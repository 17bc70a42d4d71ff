/**
 * The chat page: its files as the archive has them, with the headers that keep them fresh and keep
 * foreign scripts out. The page is a client of the native API like any other.
 */
package io.awaken.http.page;
