package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;

/**
 * One look of a reader at the log of a run.
 *
 * @param from the cursor behind which it is read
 * @param sure whether that cursor is known to be committed
 * @param mayRest whether the look may find that the run waits or is over
 */
record LogLook(Cursor from, boolean sure, boolean mayRest) {}
