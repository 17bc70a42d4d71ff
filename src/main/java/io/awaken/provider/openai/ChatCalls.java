package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmListener;
import io.awaken.provider.http.CallArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The tool calls of one answer, put together from deltas. Servers disagree about what identifies a
 * call: an index, which may be missing, a text, or 0 for all; an id, which may be missing or the
 * same for all; or only the order. A call is published as soon as its id and name are known; a
 * missing id is generated at the end. For one thread.
 */
final class ChatCalls {

  private static final int NO_INDEX = -1;

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
    JsonNode index = delta.path("index");
    Call call = find(index.isNull() ? NO_INDEX : index.asInt(NO_INDEX), id, function);
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
    Call known = last(call -> !id.isEmpty() && id.equals(call.sentId));
    if (known == null) {
      known = last(call -> call.index == index || index == NO_INDEX && id.isEmpty());
    }
    if (known == null && function.path("name").asText("").isEmpty()) {
      // A piece of a call that began with another index, or with none.
      known = last(call -> true);
    }
    if (known != null && !known.isAnother(id, function)) {
      return known.named(id, this);
    }
    var call = new Call(index);
    calls.add(call);
    return call.named(id, this);
  }

  private Call last(Predicate<Call> wanted) {
    for (Call call : calls.reversed()) {
      if (wanted.test(call)) {
        return call;
      }
    }
    return null;
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
      JsonNode arguments = call.arguments.parsed();
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
      JsonNode arguments = call.arguments.parsed();
      if (!call.name.isEmpty() && !call.arguments.isEmpty() && arguments.isObject()) {
        whole.add(made(i, arguments, providerId));
      }
    }
    return whole;
  }

  private ToolCall made(int position, JsonNode arguments, String providerId) {
    Call call = calls.get(position);
    if (call.id.isEmpty()) {
      call.id = unused("call_" + position);
      call.start(listener);
    }
    return new ToolCall(
        call.id, call.name, arguments, ChatAnswer.metadata(providerId, call.extra, null));
  }

  /** An id of its own for each call, also where the server sends one twice. */
  private String unused(String wanted) {
    return ToolCall.unusedId(wanted, this::taken);
  }

  private boolean taken(String id) {
    return calls.stream().anyMatch(call -> call.id.equals(id));
  }

  private static final class Call {
    private final int index;
    private final CallArguments arguments = new CallArguments();

    /** The id that the server sent; empty until it does. */
    private String sentId = "";

    private String id = "";
    private String name = "";
    private boolean started;
    private JsonNode extra;

    private Call(int index) {
      this.index = index;
    }

    /** Whether such a delta starts a call of its own nevertheless. */
    private boolean isAnother(String id, JsonNode function) {
      if (name.isEmpty() || function.path("name").asText("").isEmpty()) {
        return false;
      }
      if (!id.isEmpty() && !sentId.isEmpty() && !id.equals(sentId)) {
        return true;
      }
      JsonNode more = function.path("arguments");
      String text = more.isTextual() ? more.textValue() : more.toString();
      return arguments.isWhole() && !text.isBlank() && !text.equals(arguments.text());
    }

    private Call named(String other, ChatCalls all) {
      if (sentId.isEmpty() && !other.isEmpty()) {
        id = all.unused(other);
        sentId = other;
      }
      return this;
    }

    private void add(JsonNode function, LlmListener listener) {
      if (name.isEmpty()) {
        name = function.path("name").asText("");
      }
      String delta = arguments.add(function.path("arguments"));
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
        listener.toolCallDelta(id, arguments.text());
      }
    }
  }
}
