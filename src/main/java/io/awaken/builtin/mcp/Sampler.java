package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.McpSampling;
import io.awaken.core.tool.ModelRefused;
import io.awaken.core.tool.RunModel;
import io.awaken.mcp.JsonRpcError;
import io.awaken.mcp.JsonRpcMessage.Failure;
import io.awaken.mcp.JsonRpcMessage.Request;
import io.awaken.mcp.JsonRpcMessage.Response;
import io.awaken.mcp.JsonRpcMessage.Result;

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
    if (count >= limits.maxRequests()) {
      throw new ModelRefused(
          TOO_MANY, "a tool call may ask the model at most " + limits.maxRequests() + " times");
    }
    count++;
    RunModel.Answer answer =
        model.ask(
            new RunModel.Question(
                asked.system(),
                asked.messages(),
                Math.min(asked.maxTokens(), limits.maxTokens()),
                asked.temperature()));
    return message(answer, end(answer.text(), asked));
  }

  /** Returns the position of the first stop sequence; -1 for none. */
  private static int end(String text, SamplingRequest asked) {
    return asked.stops().stream().mapToInt(text::indexOf).filter(at -> at >= 0).min().orElse(-1);
  }

  private static ObjectNode message(RunModel.Answer answer, int end) {
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("role", "assistant");
    message
        .putObject("content")
        .put("type", "text")
        .put("text", end < 0 ? answer.text() : answer.text().substring(0, end));
    message.put("model", answer.model());
    String whole = answer.cut() ? "maxTokens" : "endTurn";
    return message.put("stopReason", end < 0 ? whole : "stopSequence");
  }
}
