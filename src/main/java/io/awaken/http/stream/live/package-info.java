/**
 * The hub of this node: subscribers receive the events of the runs that execute here, and over the
 * bus those of runs on other nodes. Stores only what was published since a run's last commit;
 * everything older is read from the log.
 */
package io.awaken.http.stream.live;
