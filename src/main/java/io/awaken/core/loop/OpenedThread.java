package io.awaken.core.loop;

import io.awaken.core.message.Message;
import io.awaken.core.state.StateStore;
import java.util.List;

/**
 * What a run finds on its thread.
 *
 * @param history the conversation, with a result for every call but those still open
 * @param state as the last commit left it
 */
record OpenedThread(List<Message> history, StateStore state) {}
