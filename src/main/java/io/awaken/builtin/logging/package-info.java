/**
 * Logs of runs for operators: a few lines in the server's log, or a line of JSON for each activity.
 * Neither changes a run, and their failures do not affect it.
 */
package io.awaken.builtin.logging;
