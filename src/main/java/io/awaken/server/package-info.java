/**
 * The composition root: what the server scans, starts and stops. It knows every other package;
 * nothing depends on it and nothing is decided here.
 */
package io.awaken.server;
