/**
 * Odd answers of real providers and compatible servers, from the tables in {@code src-it/quirks}.
 */
package io.awaken.provider.quirks;
