package io.awaken.core.loop.activation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.value.JsonDiff;
import java.util.Map;

/**
 * Publishes values of client-visible keys as of the last commit. A run without such keys publishes
 * no state events. Confined to the run's thread.
 */
public final class ClientState {

  private final Activation run;
  private Published published =
      new Published(Snapshot.EMPTY, JsonNodeFactory.instance.objectNode());

  /**
   * @param at the last examined state
   * @param values by name of their keys; never modified
   */
  public record Published(Snapshot at, ObjectNode values) {}

  ClientState(Activation run) {
    this.run = run;
  }

  /** Publishes the stored values when the activation starts. */
  public void open() {
    if (run.state().showsClients()) {
      published = now();
      run.events().emit(new AgentEvent.StateSnapshot(published.values()));
    }
  }

  /** Publishes changes before a commit. */
  void publish() {
    if (!run.state().showsClients() || run.state().snapshot() == published.at()) {
      return;
    }
    Published now = now();
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    JsonDiff.append(patch, "", published.values(), now.values());
    published = now;
    if (!patch.isEmpty()) {
      run.events().emit(new AgentEvent.StateDelta(patch));
    }
  }

  private Published now() {
    Snapshot at = run.state().snapshot();
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> value : shown(at).entrySet()) {
      values.set(value.getKey(), value.getValue());
    }
    return new Published(at, values);
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
