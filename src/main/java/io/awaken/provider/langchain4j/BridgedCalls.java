package io.awaken.provider.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialToolCall;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmListener;
import io.awaken.core.text.WholeCharacters;
import io.awaken.provider.http.ToolArguments;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The tool calls of one answer, which arrive in parts, whole, or only in the final answer. The
 * final answer is authoritative; its calls keep the ids under which they were published. Calls
 * without an id get one. For one thread.
 */
final class BridgedCalls {

  private final LlmListener listener;
  private final Map<Integer, Announced> announced = new TreeMap<>();
  private final Set<String> ids = new HashSet<>();

  BridgedCalls(LlmListener listener) {
    this.listener = listener;
  }

  /**
   * The calls of the answer.
   *
   * @param incomplete whether the length limit cut one off
   */
  record Finished(List<ToolCall> calls, boolean incomplete) {}

  /** A call that was published to the listener. */
  private record Announced(String given, String id, WholeCharacters arguments) {}

  void accept(PartialToolCall part) {
    Announced call = announced.get(part.index());
    if (call == null) {
      call = begin(part.index(), part.id(), part.name());
    }
    String delta = call.arguments().next(part.partialArguments());
    if (!delta.isEmpty()) {
      listener.toolCallDelta(call.id(), delta);
    }
  }

  /** Publishes the arguments here only when they did not arrive in parts. */
  void accept(CompleteToolCall whole) {
    ToolExecutionRequest call = whole.toolExecutionRequest();
    if (!announced.containsKey(whole.index()) && named(call)) {
      announceWhole(whole.index(), call);
    }
  }

  /**
   * The calls of the whole answer, or null when one has no name.
   *
   * @param cut whether the length limit ended the answer: then a last call whose arguments are not
   *     whole is left out
   */
  Finished finish(List<ToolExecutionRequest> requests, boolean cut) {
    var calls = new ArrayList<ToolCall>();
    // A call that began and is missing in the answer was cut off, too.
    boolean incomplete = cut && announced.size() > requests.size();
    for (int i = 0; i < requests.size(); i++) {
      ToolExecutionRequest request = requests.get(i);
      JsonNode arguments = ToolArguments.parsed(text(request.arguments()));
      boolean last = i == requests.size() - 1;
      if (cut && last && (text(request.arguments()).isBlank() || !arguments.isObject())) {
        incomplete = true;
        break;
      }
      if (!named(request)) {
        return null;
      }
      Announced call = announced(i, request);
      calls.add(new ToolCall(call.id(), request.name(), arguments));
    }
    return new Finished(calls, incomplete);
  }

  private Announced announced(int position, ToolExecutionRequest request) {
    String id = text(request.id());
    if (!id.isEmpty()) {
      for (Announced call : announced.values()) {
        if (call.given().equals(id)) {
          return call;
        }
      }
    }
    Announced call = announced.get(position);
    // Another id means another call, which was not published yet.
    if (call != null && (id.isEmpty() || call.given().isEmpty())) {
      return call;
    }
    return announceWhole(call == null ? position : nextFree(), request);
  }

  private Announced announceWhole(int index, ToolExecutionRequest request) {
    Announced call = begin(index, request.id(), request.name());
    listener.toolCallDelta(
        call.id(), text(request.arguments()).isBlank() ? "{}" : request.arguments());
    return call;
  }

  private Announced begin(int index, String id, String name) {
    String given = text(id);
    var call =
        new Announced(given, given.isEmpty() ? unusedId(index) : given, new WholeCharacters());
    announced.put(index, call);
    ids.add(call.id());
    listener.toolCallStart(call.id(), name);
    return call;
  }

  private int nextFree() {
    int free = announced.size();
    while (announced.containsKey(free)) {
      free++;
    }
    return free;
  }

  private String unusedId(int index) {
    String id = "call_" + index;
    while (ids.contains(id)) {
      id += "_";
    }
    return id;
  }

  private static boolean named(ToolExecutionRequest call) {
    return !text(call.name()).isBlank();
  }

  private static String text(String text) {
    return text == null ? "" : text;
  }
}
