package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.SamplingRequest.Choice;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.spec.McpServerSpec.McpSampling;
import io.awaken.core.tool.ModelRefused;
import io.awaken.core.tool.RunModel;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Asks the agent's model on behalf of the server whose tool is called, within the limits of the
 * server's document (features row 1297). The answer goes to that server and is not stored. For one
 * call and one thread.
 */
final class Sampler {

  /** The code of a refusal when the server exceeds its number of requests. */
  static final String TOO_MANY = "too_many_requests";

  /** The error code of a refused sampling request. */
  private static final int REJECTED = -1;

  private static final String CALL = "Answer with a call of at least one tool.";
  private static final String NO_CALL = "Answer without calling a tool.";

  private final McpSampling limits;
  private final RunModel model;
  private int count;

  /**
   * @param limits limits of the server
   * @param count number of the server's earlier requests in this call
   */
  Sampler(McpSampling limits, RunModel model, int count) {
    this.limits = limits;
    this.model = model;
    this.count = count;
  }

  /** Returns the number of the server's requests in this call. */
  int count() {
    return count;
  }

  /** Answers a request of a session; a refusal names its reason. */
  Response answer(Request request) throws InterruptedException {
    try {
      return new Result(request.id(), answer(request.params()));
    } catch (IllegalArgumentException e) {
      return new Failure(
          request.id(), new JsonRpcError(JsonRpcError.INVALID_PARAMS, e.getMessage()));
    } catch (ModelRefused e) {
      return refusal(request, e.code(), e.getMessage());
    }
  }

  /** Builds the refusal of a request. */
  static Response refusal(Request request, String code, String why) {
    ObjectNode data = JsonNodeFactory.instance.objectNode().put("code", code);
    return new Failure(request.id(), new JsonRpcError(REJECTED, why, data));
  }

  /**
   * Returns the result of a request.
   *
   * @throws IllegalArgumentException when the request is invalid
   */
  ObjectNode answer(JsonNode params) throws ModelRefused, InterruptedException {
    SamplingRequest asked = SamplingRequest.read(params);
    RunModel.Answer answer = ask(asked, asked.messages());
    if (asked.choice() == Choice.REQUIRED && answer.calls().isEmpty()) {
      var again = new ArrayList<>(asked.messages());
      again.add(Message.user(CALL));
      answer = ask(asked, again);
      if (answer.calls().isEmpty()) {
        throw new ModelRefused(
            ModelRefused.MODEL_FAILED, "the model called no tool, as toolChoice requires");
      }
    }
    return message(answer, end(answer.text(), asked), asked);
  }

  private RunModel.Answer ask(SamplingRequest asked, List<Message> messages)
      throws ModelRefused, InterruptedException {
    if (count >= limits.maxRequests()) {
      throw new ModelRefused(
          TOO_MANY, "a tool call may ask the model at most " + limits.maxRequests() + " times");
    }
    count++;
    return model.ask(
        new RunModel.Question(
            system(asked),
            messages,
            Math.min(asked.maxTokens(), limits.maxTokens()),
            asked.temperature(),
            offered(asked)));
  }

  /** Not every provider can be told to call a tool, but every model. */
  private static String system(SamplingRequest asked) {
    String told =
        switch (asked.choice()) {
          case AUTO -> null;
          case REQUIRED -> CALL;
          case NONE -> offered(asked).isEmpty() ? null : NO_CALL;
        };
    if (told == null) {
      return asked.system();
    }
    return asked.system() == null ? told : asked.system() + "\n\n" + told;
  }

  /** Providers refuse a conversation with calls but without tools. */
  private static List<ToolDescriptor> offered(SamplingRequest asked) {
    boolean called = asked.messages().stream().anyMatch(message -> !message.toolCalls().isEmpty());
    return asked.choice() != Choice.NONE || called ? asked.tools() : List.of();
  }

  /** Returns the position of the first stop sequence; -1 for none. */
  private static int end(String text, SamplingRequest asked) {
    return asked.stops().stream().mapToInt(text::indexOf).filter(at -> at >= 0).min().orElse(-1);
  }

  private static ObjectNode message(RunModel.Answer answer, int end, SamplingRequest asked)
      throws ModelRefused {
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("role", "assistant");
    boolean calls = end < 0 && asked.choice() != Choice.NONE && !answer.calls().isEmpty();
    String text = end < 0 ? answer.text() : answer.text().substring(0, end);
    if (calls) {
      ArrayNode content = message.putArray("content");
      if (!text.isEmpty()) {
        content.addObject().put("type", "text").put("text", text);
      }
      calls(answer.calls(), asked, content);
    } else {
      message.putObject("content").put("type", "text").put("text", text);
    }
    message.put("model", answer.model());
    String whole = answer.cut() ? "maxTokens" : calls ? "toolUse" : "endTurn";
    return message.put("stopReason", end < 0 ? whole : "stopSequence");
  }

  private static void calls(List<ToolCall> calls, SamplingRequest asked, ArrayNode content)
      throws ModelRefused {
    Set<String> ids = new HashSet<>();
    asked.messages().forEach(each -> each.toolCalls().forEach(call -> ids.add(call.id())));
    for (ToolCall call : calls) {
      if (!call.arguments().isObject()) {
        throw new ModelRefused(
            ModelRefused.MODEL_FAILED, "the model called a tool with arguments that are no object");
      }
      // Some providers count calls from the beginning in each answer.
      String id = call.id();
      for (int next = 2; !ids.add(id); next++) {
        id = call.id() + "_" + next;
      }
      content
          .addObject()
          .put("type", "tool_use")
          .put("id", id)
          .put("name", asked.names().getOrDefault(call.name(), call.name()))
          .set("input", call.arguments());
    }
  }
}
