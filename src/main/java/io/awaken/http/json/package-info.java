/**
 * Reads JSON from clients strictly, identically on every server, and explains why a body could not
 * be read; shared by all protocols.
 */
package io.awaken.http.json;
