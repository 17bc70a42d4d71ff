package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.mcp.JsonRpcMessage;
import io.awaken.mcp.JsonRpcMessage.Result;

/**
 * The result of a call, from the last event of its run. A run that failed is a result with {@code
 * isError}, which the client's model can read; it is no failure of the protocol.
 */
final class CallEnd {

  private final RunId run;
  private final CallReading reading;
  private final OpenQuestions questions;

  CallEnd(RunId run, CallReading reading, OpenQuestions questions) {
    this.run = run;
    this.reading = reading;
    this.questions = questions;
  }

  JsonRpcMessage of(AgentEvent.RunFinish finish) {
    if (finish.termination() instanceof TerminationReason.Suspended && reading.elicits()) {
      return new Result(reading.id(), asks());
    }
    return new Result(reading.id(), result(finish));
  }

  private ObjectNode asks() {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("resultType", "input_required");
    result.set("inputRequests", questions.asInputs());
    result.put("requestState", reading.state().apply(run));
    return result;
  }

  private ObjectNode result(AgentEvent.RunFinish finish) {
    String response = finish.result() == null ? null : finish.result().response();
    return switch (finish.termination()) {
      case TerminationReason.NaturalEnd end -> answer(finish, response);
      case TerminationReason.BehaviorRequested end -> answer(finish, response);
      case TerminationReason.Stopped stopped ->
          answer(finish, response == null ? stopped.value().code() : response);
      case TerminationReason.Cancelled cancelled -> error(finish, "the run was cancelled");
      case TerminationReason.Blocked blocked -> error(finish, blocked.value());
      case TerminationReason.Error error -> error(finish, error.value());
      case TerminationReason.Suspended waits ->
          error(
              finish,
              "run %s waits for an answer that this client cannot give: %s"
                  .formatted(run, String.join("; ", questions.texts())));
    };
  }

  private ObjectNode answer(AgentEvent.RunFinish finish, String text) {
    ObjectNode result = content(finish, text);
    ObjectNode structured = result.putObject("structuredContent");
    structured.put("response", text == null ? "" : text);
    structured.put("thread_id", finish.threadId()).put("run_id", finish.runId());
    return result;
  }

  private ObjectNode error(AgentEvent.RunFinish finish, String text) {
    return content(finish, text).put("isError", true);
  }

  private ObjectNode content(AgentEvent.RunFinish finish, String text) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    if (reading.version().modern()) {
      result.put("resultType", "complete");
    }
    result
        .putArray("content")
        .addObject()
        .put("type", "text")
        .put("text", text == null ? "" : text);
    result
        .putObject("_meta")
        .put("io.awaken/threadId", finish.threadId())
        .put("io.awaken/runId", finish.runId());
    return result;
  }
}
