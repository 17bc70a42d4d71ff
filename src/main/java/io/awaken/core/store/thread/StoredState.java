package io.awaken.core.store.thread;

import io.awaken.core.state.PersistedState;

/**
 * The state that a run finds when it is opened.
 *
 * @param thread values of its thread
 * @param run values of the run itself; none before its first commit
 */
public record StoredState(PersistedState thread, PersistedState run) {

  public static final StoredState NONE = new StoredState(PersistedState.NONE, PersistedState.NONE);
}
