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
 * What readers were told of the state: the values of keys that clients may see, as of the last
 * commit. A run without such keys has no event for it. Used by the run's own thread only.
 */
public final class ClientState {

  private final Activation run;
  private Told told = new Told(Snapshot.EMPTY, JsonNodeFactory.instance.objectNode());

  /**
   * @param at the state that was looked at last
   * @param values by name of their keys; never changed
   */
  public record Told(Snapshot at, ObjectNode values) {}

  ClientState(Activation run) {
    this.run = run;
  }

  /** The activation begins: readers get the values as they are stored. */
  public void open() {
    if (run.state().showsClients()) {
      told = now();
      run.events().emit(new AgentEvent.StateSnapshot(told.values()));
    }
  }

  /** A commit follows: readers get what it changes. */
  void tell() {
    if (!run.state().showsClients() || run.state().snapshot() == told.at()) {
      return;
    }
    Told now = now();
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    JsonDiff.append(patch, "", told.values(), now.values());
    told = now;
    if (!patch.isEmpty()) {
      run.events().emit(new AgentEvent.StateDelta(patch));
    }
  }

  private Told now() {
    Snapshot at = run.state().snapshot();
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> value : shown(at).entrySet()) {
      values.set(value.getKey(), value.getValue());
    }
    return new Told(at, values);
  }

  /** Values that did not change are not encoded again. */
  private Map<String, JsonNode> shown(Snapshot at) {
    return run.state().shownToClients(at, told.at(), told.values());
  }

  /** What was told so far, for {@link #takeBack}. */
  public Told told() {
    return told;
  }

  /** What was told since is taken back with its events. */
  public void takeBack(Told before) {
    told = before;
  }
}
