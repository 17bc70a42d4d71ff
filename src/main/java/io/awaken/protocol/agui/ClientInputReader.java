package io.awaken.protocol.agui;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.ClientInput;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.security.Refusal;
import io.awaken.protocol.agui.request.RunInput;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads what a page sends besides messages and tools. A page returns the whole state that it got,
 * so values of plugins, which only the server changes, are removed, and a state that the thread has
 * already is not stored again, however large it is. Thread-safe.
 */
final class ClientInputReader {

  private final ThreadStore threads;
  private final Supplier<RegistrySnapshot> registry;

  ClientInputReader(ThreadStore threads, Supplier<RegistrySnapshot> registry) {
    this.threads = threads;
    this.registry = registry;
  }

  /**
   * Reads the instructions, and the state if it is new.
   *
   * @throws io.awaken.http.security.RefusedException 400 for a new state that is too large
   */
  ClientInput read(RunInput input, ThreadSnapshot snapshot) {
    ObjectNode state = input.state() == null ? null : withoutPlugins(input.state());
    if (state == null || state.isEmpty()) {
      return new ClientInput(input.instructions(), null, false);
    }
    boolean known =
        snapshot.run() != null
            && state.equals(
                threads
                    .state(snapshot.thread(), snapshot.run())
                    .thread()
                    .extensions()
                    .get(RuntimeKeys.SHARED_STATE.name()));
    if (!known && state.toString().length() > SharedState.MAX_CHARS) {
      throw Refusal.invalid(
              "state", "state must have at most " + SharedState.MAX_CHARS + " characters as JSON")
          .exception();
    }
    return new ClientInput(input.instructions(), known ? null : state, known);
  }

  private ObjectNode withoutPlugins(ObjectNode state) {
    Set<String> visible = registry.get().plugins().clientVisibleKeys();
    return visible.isEmpty() ? state : state.deepCopy().without(visible);
  }
}
