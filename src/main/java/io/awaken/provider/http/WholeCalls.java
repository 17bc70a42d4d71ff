package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmListener;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of one answer on a wire where each arrives whole. Each gets an id of its own, and is
 * published. What a later event repeats under the same key counts once. For one thread.
 */
public final class WholeCalls {

  private final LlmListener listener;
  private final List<ToolCall> calls = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();

  /** Number of calls of earlier events. */
  private int earlier;

  public WholeCalls(LlmListener listener) {
    this.listener = listener;
  }

  /** Called at the beginning of each event with calls. */
  public void event() {
    earlier = calls.size();
  }

  /**
   * Adds a call.
   *
   * @param key what identifies the call among those of the answer; empty when the server sent
   *     nothing that does
   * @param id the id that the server sent; empty for none
   * @param metadata see {@link ToolCall}
   */
  public void add(String key, String id, String name, JsonNode arguments, ObjectNode metadata) {
    if (!key.isEmpty() && isRepeated(key, name, arguments)) {
      return;
    }
    var call =
        new ToolCall(unused(id.isEmpty() ? "call_" + calls.size() : id), name, arguments, metadata);
    calls.add(call);
    keys.add(key);
    listener.toolCallStart(call.id(), name);
    listener.toolCallDelta(call.id(), arguments.toString());
  }

  /** The calls in the order of the answer. */
  public List<ToolCall> all() {
    return calls;
  }

  private boolean isRepeated(String key, String name, JsonNode arguments) {
    for (int i = 0; i < earlier; i++) {
      ToolCall call = calls.get(i);
      if (keys.get(i).equals(key)
          && call.name().equals(name)
          && call.arguments().equals(arguments)) {
        return true;
      }
    }
    return false;
  }

  private String unused(String wanted) {
    return ToolCall.unusedId(wanted, this::taken);
  }

  private boolean taken(String id) {
    return calls.stream().anyMatch(call -> call.id().equals(id));
  }
}
