/**
 * Logs of runs for operators: a few lines in the server's log, or a line of JSON for each thing
 * that happens. Nothing here changes a run, and no failure here reaches one. Metrics and traces do
 * not belong here.
 */
package io.awaken.builtin.logging;
