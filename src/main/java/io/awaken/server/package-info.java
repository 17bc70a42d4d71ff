/**
 * The composition root: what the server scans, starts and stops. It may use every other package;
 * none depends on it, and it decides nothing.
 */
package io.awaken.server;
