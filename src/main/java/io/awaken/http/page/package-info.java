/**
 * The chat page and the page of one question: their files from the archive, with headers for
 * caching and against foreign scripts. The pages are clients of the native API like any other.
 */
package io.awaken.http.page;
