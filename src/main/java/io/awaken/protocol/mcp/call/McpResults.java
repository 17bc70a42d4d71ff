package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.mcp.ProtocolVersion;
import java.util.List;

/**
 * Results of calls. A failed run is a result with {@code isError}, which the client's model can
 * read, not a protocol error. Stateless.
 */
public final class McpResults {

  private static final String NAME = "io.modelcontextprotocol/related-task";

  private McpResults() {}

  /**
   * The end of a run.
   *
   * @param response the text of its last answer; null for none
   */
  private record End(String thread, String run, TerminationReason why, String response) {}

  /** The result of a finished run, from its record. */
  public static ObjectNode of(RunRecord run, ProtocolVersion version) {
    var end =
        new End(run.threadId().value(), run.runId().value(), run.termination(), run.finalOutput());
    return result(end, version, List.of());
  }

  /**
   * The result of a run, from its last event.
   *
   * @param questions its open questions
   */
  static ObjectNode of(
      AgentEvent.RunFinish finish, ProtocolVersion version, List<String> questions) {
    String response = finish.result() == null ? null : finish.result().response();
    var end = new End(finish.threadId(), finish.runId(), finish.termination(), response);
    return result(end, version, questions);
  }

  /** The result of a run that is a tool call. */
  static ObjectNode ofTool(
      ToolResult answer, AgentEvent.RunFinish finish, ProtocolVersion version) {
    ObjectNode result = ToolAnswers.of(answer, version);
    result
        .withObject("/_meta")
        .put("io.awaken/threadId", finish.threadId())
        .put("io.awaken/runId", finish.runId());
    return result;
  }

  private static ObjectNode result(End end, ProtocolVersion version, List<String> questions) {
    String response = end.response();
    return switch (end.why()) {
      case TerminationReason.NaturalEnd natural -> answer(end, response, version);
      case TerminationReason.BehaviorRequested asked -> answer(end, response, version);
      case TerminationReason.Stopped stopped ->
          answer(end, response == null ? stopped.value().code() : response, version);
      case TerminationReason.Cancelled cancelled -> error(end, "the run was cancelled", version);
      case TerminationReason.Blocked blocked -> error(end, blocked.value(), version);
      case TerminationReason.Error error -> error(end, error.value(), version);
      case TerminationReason.Suspended waits ->
          error(
              end,
              "run %s waits for an answer that this client cannot give: %s"
                  .formatted(end.run(), String.join("; ", questions)),
              version);
    };
  }

  private static ObjectNode answer(End end, String text, ProtocolVersion version) {
    ObjectNode result = content(end, text, version);
    ObjectNode structured = result.putObject("structuredContent");
    structured.put("response", text == null ? "" : text);
    structured.put("thread_id", end.thread()).put("run_id", end.run());
    return result;
  }

  private static ObjectNode error(End end, String text, ProtocolVersion version) {
    return content(end, text, version).put("isError", true);
  }

  private static ObjectNode content(End end, String text, ProtocolVersion version) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    if (version.modern()) {
      result.put("resultType", "complete");
    }
    result
        .putArray("content")
        .addObject()
        .put("type", "text")
        .put("text", text == null ? "" : text);
    result
        .putObject("_meta")
        .put("io.awaken/threadId", end.thread())
        .put("io.awaken/runId", end.run());
    return result;
  }

  /** A copy of a message with the related task in its metadata; 2025-11-25. */
  public static ObjectNode withTask(ObjectNode message, RunId task) {
    message.withObject("/_meta").putObject(NAME).put("taskId", task.value());
    return message;
  }
}
