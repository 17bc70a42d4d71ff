/**
 * Reads JSON from clients strictly, on every server alike, and says in our words why a body could
 * not be read; what all protocols have in common of it.
 */
package io.awaken.http.json;
