package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.event.Cursor;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.ClientAbility;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.AgentCalls.Replies;
import io.awaken.protocol.mcp.call.CallReading;
import io.awaken.protocol.mcp.call.DirectCalls;
import io.awaken.protocol.mcp.call.ToolAnswers;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage.Request;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** {@code tools/call}, in both eras. Thread-safe. */
final class ToolCalls {

  private static final String PURPOSE = "state";

  /** Users may take weeks to decide. */
  private static final Duration STATE_LIFETIME = Duration.ofDays(90);

  private final OfferedAgents tools;
  private final AgentCalls calls;
  private final QuestionAnswers answers;
  private final Signatures signatures;
  private final Tasks tasks;
  private final DirectCalls direct;
  private final LogLevels levels;

  ToolCalls(
      OfferedAgents tools,
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
  void call(Invocation invocation) {
    Request request = invocation.request();
    String name = request.params().path("name").asText();
    Optional<AgentSpec> agent = tools.find(name);
    if (agent.isPresent()) {
      call(invocation, new Target(name, agent.get(), null), TaskMethods.becomesTask(invocation));
      return;
    }
    RegisteredTool tool =
        tools
            .other(name, invocation.caller())
            .orElseThrow(
                () ->
                    McpFailure.inBand(
                        JsonRpcError.INVALID_PARAMS,
                        "Unknown tool: " + ResourceMethods.shortened(name)));
    if (TaskMethods.requestsTask(invocation)) {
      throw McpFailure.inBand(
          JsonRpcError.METHOD_NOT_FOUND, "a call of the tool %s cannot be a task".formatted(name));
    }
    Set<ClientAbility> missing =
        invocation.abilities().client().missing(tool.tool().clientAbilities());
    if (!missing.isEmpty()) {
      refuse(invocation, missing);
      return;
    }
    if (invocation.version().modern()) {
      tools.checkHeaders(tool, invocation);
    }
    if (!directly(invocation, tool)) {
      call(invocation, new Target(name, tools.caller(), tool), false);
    }
  }

  /** Session protocols have no error for a missing capability: the model reads the reason. */
  private static void refuse(Invocation invocation, Set<ClientAbility> missing) {
    McpFailure refusal = Capabilities.missing(missing);
    if (invocation.version().modern()) {
      throw refusal;
    }
    invocation.answer(invalid(refusal.error().message(), invocation.version()));
  }

  /** A repeatable call needs no run; one that asked the user already has a run. */
  private boolean directly(Invocation invocation, RegisteredTool tool) {
    JsonNode given = invocation.params().get("arguments");
    JsonNode arguments = given == null ? JsonNodeFactory.instance.objectNode() : given;
    if (!arguments.isObject() || invocation.params().has("requestState")) {
      return false;
    }
    McpRequest http = invocation.http();
    var wish =
        new DirectCalls.Wish(
            tool,
            arguments,
            invocation.caller(),
            invocation.version(),
            invocation.request().id(),
            progressToken(invocation.request()),
            levels.of(invocation),
            http.headers().acceptsStream(),
            invocation.session() == null
                ? null
                : new DirectCalls.Key(invocation.session(), invocation.request().id()));
    return direct.execute(wish, http.request(), http.response());
  }

  /**
   * The target of a call.
   *
   * @param agent the agent that executes the call
   * @param tool the tool that is called without an agent; null for an agent
   */
  private record Target(String name, AgentSpec agent, RegisteredTool tool) {}

  private void call(Invocation invocation, Target target, boolean task) {
    Request request = invocation.request();
    ProtocolVersion version = invocation.version();
    McpRequest http = invocation.http();
    if (!task && !http.headers().acceptsStream()) {
      throw McpFailure.of(
          406, JsonRpcError.SERVER_ERROR, "the answer is a stream: accept text/event-stream");
    }
    var reading = reading(invocation, target);
    JsonNode state = version.modern() ? request.params().get("requestState") : null;
    if (state != null) {
      JsonNode inputs = request.params().path("inputResponses");
      var replies = new Replies(inputs, invocation.abilities().client());
      calls.continueRun(runOf(state, target, http.caller()), replies, reading, answers, http);
      return;
    }
    try {
      JsonNode arguments = request.params().get("arguments");
      var call =
          target.tool() == null
              ? OfferedAgents.call(target.agent(), arguments, http.caller().tenant())
              : tools.call(target.tool(), arguments);
      if (task) {
        beginTask(call, invocation);
      } else {
        calls.begin(call, invocation.key(), reading, http);
      }
    } catch (OfferedAgents.InvalidArguments invalid) {
      invocation.answer(invalid(invalid.getMessage(), version));
    }
  }

  private void beginTask(OfferedAgents.Call call, Invocation invocation) {
    RunId run = calls.inBackground(call, invocation.key(), invocation.caller());
    invocation.answer(tasks.created(run, invocation.version(), invocation.caller()));
  }

  private CallReading reading(Invocation invocation, Target target) {
    return new CallReading(
        invocation.request().id(),
        progressToken(invocation.request()),
        invocation.version(),
        invocation.abilities().client(),
        0,
        (run, at) -> state(run, at, target, invocation.caller()),
        false,
        levels.of(invocation));
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
    ObjectNode claims = JsonNodeFactory.instance.objectNode();
    claims.put("r", run.value()).put("a", target.name()).put("p", at.toString());
    return signatures.sign(PURPOSE, caller, claims, STATE_LIFETIME);
  }

  private RunId runOf(JsonNode state, Target target, Caller caller) {
    return signatures
        .read(PURPOSE, caller, state.textValue())
        .filter(claims -> claims.path("a").asText().equals(target.name()))
        .map(claims -> run(claims.path("r").asText()))
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
  private static ObjectNode invalid(String message, ProtocolVersion version) {
    return ToolAnswers.of(ToolResult.error("call", message), version);
  }
}
