package io.awaken.core.store.thread;

import io.awaken.core.state.PersistedState;

/**
 * The stored state at the start of an activation.
 *
 * @param thread values of the thread
 * @param run values of the run; none before its first commit
 */
public record StoredState(PersistedState thread, PersistedState run) {

  public static final StoredState NONE = new StoredState(PersistedState.NONE, PersistedState.NONE);
}
