package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.ClientAbility;
import io.awaken.mcp.JsonRpc;
import io.awaken.mcp.JsonRpcError;
import io.awaken.mcp.JsonRpcMessage.Request;
import io.awaken.mcp.JsonRpcMessage.Result;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.CallReading;
import io.awaken.protocol.mcp.request.Asked;
import io.awaken.protocol.mcp.request.Capabilities;
import io.awaken.protocol.mcp.request.McpAnswers;
import io.awaken.protocol.mcp.request.McpFailure;
import io.awaken.protocol.mcp.request.McpRequest;
import io.awaken.protocol.mcp.session.LogLevels;
import io.awaken.protocol.mcp.session.Signatures;
import io.awaken.protocol.mcp.task.Tasks;
import io.awaken.protocol.mcp.tool.DirectCalls;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** {@code tools/call}, in both eras. Thread-safe. */
final class ToolCalls {

  private static final String PURPOSE = "state";

  /** Users may take weeks to decide. */
  private static final Duration STATE_LIFETIME = Duration.ofDays(90);

  private final AgentTools tools;
  private final AgentCalls calls;
  private final QuestionAnswers answers;
  private final Signatures signatures;
  private final Tasks tasks;
  private final DirectCalls direct;
  private final LogLevels levels;

  ToolCalls(
      AgentTools tools,
      AgentCalls calls,
      QuestionAnswers answers,
      Signatures signatures,
      Tasks tasks,
      DirectCalls direct,
      LogLevels levels) {
    this.levels = levels;
    this.tools = tools;
    this.calls = calls;
    this.answers = answers;
    this.signatures = signatures;
    this.tasks = tasks;
    this.direct = direct;
  }

  /**
   * Executes a call.
   *
   * @throws McpFailure when the call is refused
   */
  void call(Asked asked) {
    Request request = asked.request();
    String name = request.params().path("name").asText();
    Optional<AgentSpec> agent = tools.find(name);
    if (agent.isPresent()) {
      call(asked, new Target(name, agent.get(), null), TaskMethods.wanted(asked));
      return;
    }
    RegisteredTool tool =
        tools
            .other(name, asked.caller())
            .orElseThrow(
                () ->
                    McpFailure.inBand(
                        JsonRpcError.INVALID_PARAMS, "Unknown tool: " + shortened(name)));
    if (TaskMethods.demanded(asked)) {
      throw McpFailure.inBand(
          JsonRpcError.METHOD_NOT_FOUND, "a call of the tool %s cannot be a task".formatted(name));
    }
    Set<ClientAbility> missing = asked.abilities().client().missing(tool.tool().clientAbilities());
    if (!missing.isEmpty()) {
      refuse(asked, missing);
      return;
    }
    if (asked.version().modern()) {
      tools.checkHeaders(tool, asked);
    }
    if (!directly(asked, tool)) {
      call(asked, new Target(name, tools.caller(), tool), false);
    }
  }

  /** Session protocols have no error for a missing capability: the model reads the reason. */
  private static void refuse(Asked asked, Set<ClientAbility> missing) {
    McpFailure refusal = Capabilities.missing(missing);
    if (asked.version().modern()) {
      throw refusal;
    }
    ObjectNode result = unfit(refusal.error().message(), asked.version());
    asked.http().response().resume(McpAnswers.of(new Result(asked.request().id(), result)).build());
  }

  /** A repeatable call needs no run; one that asked the user already has a run. */
  private boolean directly(Asked asked, RegisteredTool tool) {
    JsonNode given = asked.params().get("arguments");
    JsonNode arguments = given == null ? JsonNodeFactory.instance.objectNode() : given;
    if (!arguments.isObject() || asked.params().has("requestState")) {
      return false;
    }
    McpRequest http = asked.http();
    var wish =
        new DirectCalls.Wish(
            tool,
            arguments,
            asked.caller(),
            asked.version(),
            asked.request().id(),
            progressToken(asked.request()),
            levels.of(asked),
            http.headers().acceptsStream(),
            asked.session() == null
                ? null
                : new DirectCalls.Key(asked.session(), asked.request().id()));
    return direct.execute(wish, http.request(), http.response());
  }

  /**
   * The target of a call.
   *
   * @param agent the agent that executes the call
   * @param tool the tool that is called without an agent; null for an agent
   */
  private record Target(String name, AgentSpec agent, RegisteredTool tool) {}

  private void call(Asked asked, Target target, boolean task) {
    Request request = asked.request();
    ProtocolVersion version = asked.version();
    McpRequest http = asked.http();
    if (!task && !http.headers().acceptsStream()) {
      throw McpFailure.of(
          406, JsonRpcError.SERVER_ERROR, "the answer is a stream: accept text/event-stream");
    }
    var reading = reading(asked, target);
    JsonNode state = version.modern() ? request.params().get("requestState") : null;
    if (state != null) {
      JsonNode inputs = request.params().path("inputResponses");
      var replies = new Replies(inputs, asked.abilities().client());
      calls.goOn(runOf(state, target, http.caller()), replies, reading, answers, http);
      return;
    }
    try {
      JsonNode arguments = request.params().get("arguments");
      var call =
          target.tool() == null
              ? AgentTools.call(target.agent(), arguments, http.caller().tenant())
              : tools.call(target.tool(), arguments);
      if (task) {
        beginTask(call, asked);
      } else {
        calls.begin(call, asked.key(), reading, http);
      }
    } catch (AgentTools.Unfit unfit) {
      http.response()
          .resume(
              McpAnswers.of(new Result(request.id(), unfit(unfit.getMessage(), version))).build());
    }
  }

  private void beginTask(AgentTools.Call call, Asked asked) {
    RunId run = calls.inBackground(call, asked.key(), asked.caller());
    ObjectNode result = tasks.created(run, asked.version(), asked.caller());
    asked.http().response().resume(McpAnswers.of(new Result(asked.request().id(), result)).build());
  }

  private CallReading reading(Asked asked, Target target) {
    return new CallReading(
        asked.request().id(),
        progressToken(asked.request()),
        asked.version(),
        asked.abilities().client(),
        0,
        (run, at) -> state(run, at, target, asked.caller()),
        false,
        levels.of(asked));
  }

  private static JsonNode progressToken(Request request) {
    JsonNode token = request.params().path(McpMeta.FIELD).get(McpMeta.PROGRESS_TOKEN);
    if (token != null && !JsonRpc.isId(token)) {
      throw McpFailure.inBand(
          JsonRpcError.INVALID_PARAMS,
          "_meta.progressToken must be a string of 1 to %d characters or a whole number"
              .formatted(JsonRpc.MAX_NAME));
    }
    return token;
  }

  /** Contains the position, so that each question of a run has its own state. */
  private String state(RunId run, Cursor at, Target target, Caller caller) {
    ObjectNode said = JsonNodeFactory.instance.objectNode();
    said.put("r", run.value()).put("a", target.name()).put("p", at.toString());
    return signatures.sign(PURPOSE, caller, said, STATE_LIFETIME);
  }

  private RunId runOf(JsonNode state, Target target, Caller caller) {
    return signatures
        .read(PURPOSE, caller, state.textValue())
        .filter(said -> said.path("a").asText().equals(target.name()))
        .map(said -> run(said.path("r").asText()))
        .orElseThrow(
            () ->
                McpFailure.inBand(
                    JsonRpcError.INVALID_PARAMS, "requestState is expired or not from this tool"));
  }

  private static RunId run(String id) {
    try {
      return new RunId(id);
    } catch (InvalidId never) {
      throw new IllegalStateException("signed state without a valid run id", never);
    }
  }

  /** An error that the client's model can correct. */
  private static ObjectNode unfit(String message, ProtocolVersion version) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    if (version.modern()) {
      result.put("resultType", "complete");
    }
    result.putArray("content").addObject().put("type", "text").put("text", message);
    return result.put("isError", true);
  }

  private static String shortened(String name) {
    return name.length() <= JsonRpc.MAX_NAME ? name : name.substring(0, JsonRpc.MAX_NAME) + "...";
  }
}
