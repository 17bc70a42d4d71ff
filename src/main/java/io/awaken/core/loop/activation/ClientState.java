package io.awaken.core.loop.activation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.ClientInput;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.value.JsonDiff;
import java.util.Map;

/**
 * Publishes values of client-visible keys and the shared state as of the last commit. A run with
 * neither publishes no state events. The first event is a snapshot, and those that follow are
 * changes. Confined to the run's thread.
 */
public final class ClientState {

  private static final Published NOTHING =
      new Published(Snapshot.EMPTY, JsonNodeFactory.instance.objectNode(), false);

  private final Activation run;
  private Published published = NOTHING;

  /**
   * @param at the last examined state
   * @param values by name of their keys; never modified
   * @param sent whether readers got a snapshot of this activation
   */
  public record Published(Snapshot at, ObjectNode values, boolean sent) {}

  ClientState(Activation run) {
    this.run = run;
  }

  /**
   * Publishes the stored values when the activation starts. A shared state that the client has is
   * published only when it changes.
   */
  public void open() {
    ClientInput input = run.setup().spec().clientInput();
    boolean informed = run.continued() || input.informed();
    boolean publishes = run.state().showsClients() || !informed && shared() != null;
    published = now(publishes);
    if (publishes) {
      run.events().emit(new AgentEvent.StateSnapshot(published.values()));
    }
  }

  /** Publishes changes before a commit. */
  void publish() {
    boolean shows = run.state().showsClients() || shared() != null;
    if (!shows || run.state().snapshot() == published.at()) {
      return;
    }
    Published before = published;
    Published now = now(before.sent());
    published = now;
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    JsonDiff.append(patch, "", before.values(), now.values());
    if (patch.isEmpty()) {
      return;
    }
    published = new Published(now.at(), now.values(), true);
    run.events()
        .emit(
            before.sent()
                ? new AgentEvent.StateDelta(patch)
                : new AgentEvent.StateSnapshot(now.values()));
  }

  private SharedState shared() {
    return run.state().snapshot().get(RuntimeKeys.SHARED_STATE).orElse(null);
  }

  private Published now(boolean sent) {
    Snapshot at = run.state().snapshot();
    SharedState shared = at.get(RuntimeKeys.SHARED_STATE).orElse(null);
    if (shared == null && !run.state().showsClients()) {
      return new Published(at, NOTHING.values(), sent);
    }
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    if (shared != null) {
      values.set(RuntimeKeys.SHARED_STATE.name(), shared.values());
    }
    for (Map.Entry<String, JsonNode> value : shown(at).entrySet()) {
      values.set(value.getKey(), value.getValue());
    }
    return new Published(at, values, sent);
  }

  /** Unchanged values are not encoded again. */
  private Map<String, JsonNode> shown(Snapshot at) {
    return run.state().shownToClients(at, published.at(), published.values());
  }

  /** What was published so far, for {@link #withdrawTo}. */
  public Published published() {
    return published;
  }

  /** Withdraws what was published since. */
  public void withdrawTo(Published before) {
    published = before;
  }
}
