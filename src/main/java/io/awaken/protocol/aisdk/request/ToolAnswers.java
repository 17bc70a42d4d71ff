package io.awaken.protocol.aisdk.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.awaken.core.run.RunId;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.InputLimits;
import io.awaken.http.submit.JsonFields;
import io.awaken.protocol.aisdk.request.ChatRequest.Answer;
import io.awaken.protocol.aisdk.request.ChatRequest.Answered;
import io.awaken.protocol.aisdk.request.ChatRequest.Approval;
import io.awaken.protocol.aisdk.request.ChatRequest.Output;
import io.awaken.protocol.aisdk.stream.UiIds;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Parses approvals and outputs from the parts of a message. Only ids and answers are read, never
 * the server's own content (attack S40); the run's suspensions decide which answers count. For one
 * request.
 */
final class ToolAnswers {

  private static final int MAX_REASON = 2_000;

  private final Map<String, Answer> answers = new LinkedHashMap<>();
  private RunId run;

  /**
   * @return null when there are no answers
   */
  Answered answered() {
    return answers.isEmpty() ? null : new Answered(run, java.util.List.copyOf(answers.values()));
  }

  /** Parses the parts of a message. */
  void read(JsonNode message, String field) {
    int index = 0;
    for (JsonNode part : ChatFields.objects(message, "parts", field, Integer.MAX_VALUE)) {
      String type = JsonFields.text(part, "type", field + "[" + index + "].type");
      if (type != null && (type.startsWith("tool-") || type.equals("dynamic-tool"))) {
        tool(part, field + "[" + index + "]");
      }
      index++;
    }
  }

  private void tool(JsonNode part, String field) {
    String state = JsonFields.text(part, "state", field + ".state");
    switch (state) {
      case "approval-responded" -> {
        JsonNode approval = part.get("approval");
        JsonFields.requireObject(approval, field + ".approval");
        approval(approval, "id", field + ".approval");
      }
      case "output-available" -> output(part, field, null);
      case "output-error" -> {
        String why = JsonFields.text(part, "errorText", field + ".errorText");
        output(part, field, why == null || why.isBlank() ? "the client failed" : why);
      }
      case null, default -> {
        // Not answered yet.
      }
    }
  }

  /** Parses {@code decisions}: answers with a payload. */
  void decisions(JsonNode body) {
    int index = 0;
    for (JsonNode decision :
        ChatFields.objects(body, "decisions", "decisions", InputLimits.MAX_PARTS)) {
      approval(decision, "approvalId", "decisions[" + index++ + "]");
    }
  }

  private void approval(JsonNode approval, String idName, String field) {
    String wire = JsonFields.required(approval, idName, field + "." + idName);
    UiIds.OfRun id =
        UiIds.parse(wire)
            .orElseThrow(
                () ->
                    Refusal.invalid(
                            field + "." + idName, field + "." + idName + " names no open question")
                        .exception());
    JsonNode approved = approval.get("approved");
    if (approved == null || !approved.isBoolean()) {
      throw Refusal.invalid(field + ".approved", field + ".approved must be true or false")
          .exception();
    }
    String reason = JsonFields.text(approval, "reason", field + ".reason");
    if (reason != null && reason.length() > MAX_REASON) {
      throw Refusal.invalid(
              field + ".reason", field + ".reason must have at most " + MAX_REASON + " characters")
          .exception();
    }
    of(id.run(), field);
    JsonNode payload = JsonFields.value(approval, "payload");
    answers.put(wire, new Approval(field, id.id(), approved.booleanValue(), payload, reason));
  }

  /** These include outputs of the server's own tools, which no suspension requests. */
  private void output(JsonNode part, String field, String errorText) {
    String wire = JsonFields.text(part, "toolCallId", field + ".toolCallId");
    if (wire == null) {
      return;
    }
    UiIds.parse(wire)
        .ifPresent(
            id -> {
              of(id.run(), field);
              JsonNode output = part.get("output");
              answers.put(
                  wire,
                  new Output(
                      id.id(),
                      errorText != null ? null : output == null ? NullNode.instance : output,
                      errorText));
            });
  }

  private void of(RunId other, String field) {
    if (run != null && !run.equals(other)) {
      throw Refusal.invalid(field, "all answers of a request must belong to one run").exception();
    }
    run = other;
  }
}
