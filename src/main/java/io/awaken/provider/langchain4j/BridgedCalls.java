package io.awaken.provider.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialToolCall;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmListener;
import io.awaken.provider.http.CallArguments;
import io.awaken.provider.http.ToolArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The tool calls of one answer, which arrive in parts, whole, or only in the final answer. The
 * final answer is authoritative for what it has; its calls keep the ids under which they were
 * published, and each has an id of its own. A whole call that the final answer lacks is made, too.
 * For one thread.
 */
final class BridgedCalls {

  private final LlmListener listener;

  /** In the order in which they were published. */
  private final List<Announced> announced = new ArrayList<>();

  BridgedCalls(LlmListener listener) {
    this.listener = listener;
  }

  /**
   * The calls of the answer.
   *
   * @param incomplete whether one was cut off
   */
  record Finished(List<ToolCall> calls, boolean incomplete) {}

  /** A call that was published to the listener. */
  private static final class Announced {
    private final int index;
    private final String given;
    private final String id;
    private final String name;
    private final CallArguments arguments = new CallArguments();

    /** Whether it arrived whole, so that nothing is added to it any more. */
    private boolean whole;

    /** Whether the final answer has it. */
    private boolean found;

    private Announced(int index, String given, String id, String name) {
      this.index = index;
      this.given = given;
      this.id = id;
      this.name = name;
    }

    private boolean mayBe(int position, String sentId) {
      boolean same = sentId.isEmpty() || given.isEmpty() || given.equals(sentId);
      return index == position && same;
    }

    private boolean says(ToolExecutionRequest request) {
      String sent = text(request.arguments()).isBlank() ? "{}" : request.arguments();
      return name.equals(request.name()) && arguments.text().equals(sent);
    }
  }

  void accept(PartialToolCall part) {
    String id = text(part.id());
    Announced call = last(known -> !known.whole && known.mayBe(part.index(), id));
    if (call == null) {
      call = begin(part.index(), id, part.name());
    }
    publish(call, call.arguments.add(TextNode.valueOf(part.partialArguments())));
  }

  /** Publishes the arguments here only when they did not arrive in parts. */
  void accept(CompleteToolCall event) {
    ToolExecutionRequest request = event.toolExecutionRequest();
    String id = text(request.id());
    Announced call = last(known -> known.mayBe(event.index(), id));
    boolean repeated = call != null && call.whole && call.says(request);
    if (repeated || !named(request)) {
      return;
    }
    if (call == null || call.whole) {
      call = begin(event.index(), id, request.name());
    }
    complete(call, request);
  }

  /**
   * The calls of the whole answer, or null when one has no name.
   *
   * @param cut whether the length limit ended the answer: then a last call whose arguments are not
   *     whole is left out
   */
  Finished finish(List<ToolExecutionRequest> requests, boolean cut) {
    var calls = new ArrayList<ToolCall>();
    boolean incomplete = false;
    for (int i = 0; i < requests.size(); i++) {
      ToolExecutionRequest request = requests.get(i);
      Announced call = announced(i, request);
      JsonNode arguments = arguments(call, request);
      boolean last = i == requests.size() - 1;
      boolean none = text(request.arguments()).isBlank() && (call == null || text(call).isEmpty());
      if (cut && last && (none || !arguments.isObject())) {
        incomplete = true;
        break;
      }
      if (!named(request)) {
        return null;
      }
      if (call == null) {
        call = begin(i, text(request.id()), request.name());
        complete(call, request);
      }
      call.found = true;
      calls.add(new ToolCall(call.id, request.name(), arguments));
    }
    for (Announced call : announced) {
      if (!call.found && call.arguments.isWhole()) {
        calls.add(new ToolCall(call.id, call.name, call.arguments.parsed()));
      } else if (!call.found) {
        incomplete = true;
      }
    }
    return new Finished(calls, incomplete);
  }

  /** By id, else by content, else by position; null when it was not published yet. */
  private Announced announced(int position, ToolExecutionRequest request) {
    String id = text(request.id());
    Announced call = first(known -> !id.isEmpty() && known.given.equals(id));
    if (call == null) {
      call = first(known -> known.mayBe(known.index, id) && known.says(request));
    }
    return call == null ? first(known -> known.mayBe(position, id)) : call;
  }

  /** The first that the final answer has not had yet. */
  private Announced first(Predicate<Announced> wanted) {
    return announced.stream()
        .filter(call -> !call.found && wanted.test(call))
        .findFirst()
        .orElse(null);
  }

  /** Those of the final answer, unless only the parts make an object. */
  private static JsonNode arguments(Announced call, ToolExecutionRequest request) {
    String last = text(request.arguments());
    JsonNode arguments = ToolArguments.parsed(last);
    boolean usable = !last.isBlank() && arguments.isObject();
    return !usable && call != null && call.arguments.isWhole()
        ? call.arguments.parsed()
        : arguments;
  }

  private Announced begin(int index, String given, String name) {
    String id = ToolCall.unusedId(given.isEmpty() ? "call_" + index : given, this::taken);
    var call = new Announced(index, given, id, name);
    announced.add(call);
    listener.toolCallStart(call.id, name);
    return call;
  }

  private boolean taken(String id) {
    return last(call -> call.id.equals(id)) != null;
  }

  private void complete(Announced call, ToolExecutionRequest request) {
    call.whole = true;
    boolean none = text(request.arguments()).isBlank() && call.arguments.isEmpty();
    publish(call, call.arguments.complete(TextNode.valueOf(none ? "{}" : request.arguments())));
  }

  private void publish(Announced call, String delta) {
    if (!delta.isEmpty()) {
      listener.toolCallDelta(call.id, delta);
    }
  }

  private Announced last(Predicate<Announced> wanted) {
    for (Announced call : announced.reversed()) {
      if (wanted.test(call)) {
        return call;
      }
    }
    return null;
  }

  private static boolean named(ToolExecutionRequest call) {
    return !text(call.name()).isBlank();
  }

  private static String text(Announced call) {
    return call.arguments.text();
  }

  private static String text(String text) {
    return text == null ? "" : text;
  }
}
