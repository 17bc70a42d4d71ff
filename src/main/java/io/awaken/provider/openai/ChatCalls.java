package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmListener;
import io.awaken.core.text.WholeCharacters;
import io.awaken.provider.http.ToolArguments;
import java.util.ArrayList;
import java.util.List;

/**
 * The tool calls of one answer, put together from deltas. Deltas are matched by {@code index}; a
 * delta with another id and a name starts a new call even under a used index, since some servers
 * send index 0 for every call. A call is published as soon as its id and name are known; a missing
 * id is generated at the end. For one thread.
 */
final class ChatCalls {

  private final LlmListener listener;
  private final List<Call> calls = new ArrayList<>();

  ChatCalls(LlmListener listener) {
    this.listener = listener;
  }

  int size() {
    return calls.size();
  }

  void accept(JsonNode delta) {
    JsonNode function = delta.path("function");
    String id = delta.path("id").asText("");
    Call call = find(delta.path("index").asInt(0), id, function);
    if (call.id.isEmpty()) {
      call.id = id;
    }
    if (delta.path(ChatRequestWriter.EXTRA).isObject()) {
      call.extra = delta.path(ChatRequestWriter.EXTRA);
    }
    call.add(function, listener);
  }

  /** The deprecated function_call: a single call without an id. */
  void acceptLegacy(JsonNode function) {
    find(0, "", function).add(function, listener);
  }

  private Call find(int index, String id, JsonNode function) {
    for (Call call : calls.reversed()) {
      if (call.index == index) {
        boolean another =
            !id.isEmpty()
                && !call.id.isEmpty()
                && !id.equals(call.id)
                && !function.path("name").asText("").isEmpty();
        if (!another) {
          return call;
        }
        break;
      }
    }
    var call = new Call(index);
    calls.add(call);
    return call;
  }

  /**
   * The calls of the whole answer, or null when one has no name.
   *
   * @param cut whether the length limit ended the answer: then a last call whose arguments are not
   *     whole is left out
   * @param providerId id under which the provider's metadata is stored
   */
  List<ToolCall> finish(boolean cut, String providerId) {
    var complete = new ArrayList<ToolCall>();
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      JsonNode arguments = call.parsed();
      boolean last = i == calls.size() - 1;
      if (cut && last && (call.arguments.isEmpty() || !arguments.isObject())) {
        break;
      }
      if (call.name.isEmpty()) {
        return null;
      }
      complete.add(made(i, arguments, providerId));
    }
    return complete;
  }

  /** The calls of an interrupted answer whose arguments are a complete object. */
  List<ToolCall> whole(String providerId) {
    var whole = new ArrayList<ToolCall>();
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      JsonNode arguments = call.parsed();
      if (!call.name.isEmpty() && !call.arguments.isEmpty() && arguments.isObject()) {
        whole.add(made(i, arguments, providerId));
      }
    }
    return whole;
  }

  private ToolCall made(int position, JsonNode arguments, String providerId) {
    Call call = calls.get(position);
    if (call.id.isEmpty()) {
      call.id = unusedId(position);
      call.start(listener);
    }
    return new ToolCall(call.id, call.name, arguments, ChatAnswer.metadata(providerId, call.extra));
  }

  private String unusedId(int position) {
    String id = "call_" + position;
    while (taken(id)) {
      id += "_";
    }
    return id;
  }

  private boolean taken(String id) {
    return calls.stream().anyMatch(call -> call.id.equals(id));
  }

  private static final class Call {
    private final int index;
    private final StringBuilder arguments = new StringBuilder();
    private final WholeCharacters whole = new WholeCharacters();
    private String id = "";
    private String name = "";
    private boolean started;
    private JsonNode extra;

    private Call(int index) {
      this.index = index;
    }

    private void add(JsonNode function, LlmListener listener) {
      if (name.isEmpty()) {
        name = function.path("name").asText("");
      }
      String delta = whole.next(function.path("arguments").asText(""));
      arguments.append(delta);
      if (started) {
        if (!delta.isEmpty()) {
          listener.toolCallDelta(id, delta);
        }
      } else if (!id.isEmpty() && !name.isEmpty()) {
        start(listener);
      }
    }

    /** Publishes the call with the arguments that arrived before its id or name. */
    private void start(LlmListener listener) {
      started = true;
      listener.toolCallStart(id, name);
      if (!arguments.isEmpty()) {
        listener.toolCallDelta(id, arguments.toString());
      }
    }

    private JsonNode parsed() {
      return ToolArguments.parsed(arguments.toString());
    }
  }
}
