package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.mcp.JsonRpcMessage;
import io.awaken.mcp.JsonRpcMessage.Result;

/** Builds the last message of a call's stream from the last event of its run. */
final class CallEnd {

  private final RunId run;
  private final CallReading reading;
  private final OpenQuestions questions;

  CallEnd(RunId run, CallReading reading, OpenQuestions questions) {
    this.run = run;
    this.reading = reading;
    this.questions = questions;
  }

  /**
   * @param at the cursor of the event
   * @param answer the tool's result if the run is a tool call; null for an agent's run
   */
  JsonRpcMessage of(Cursor at, AgentEvent.RunFinish finish, ToolResult answer) {
    boolean waits = finish.termination() instanceof TerminationReason.Suspended;
    if (waits && reading.version().modern()) {
      ObjectNode inputs = questions.asInputs(reading.client());
      if (!inputs.isEmpty()) {
        return new Result(reading.id(), asks(inputs, at));
      }
    }
    ObjectNode result =
        answer != null && finish.termination() instanceof TerminationReason.NaturalEnd
            ? CallResults.ofTool(answer, finish, reading.version())
            : CallResults.of(finish, reading.version(), questions.texts());
    return new Result(reading.id(), reading.task() ? RelatedTask.in(result, run) : result);
  }

  private ObjectNode asks(ObjectNode inputs, Cursor at) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("resultType", "input_required");
    result.set("inputRequests", inputs);
    result.put("requestState", reading.state().apply(run, at));
    return result;
  }
}
