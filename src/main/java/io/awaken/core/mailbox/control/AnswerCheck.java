package io.awaken.core.mailbox.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.awaken.core.mailbox.control.DecisionResult.Unfit;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.text.WholeText;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks that an answer has the form that its question requires. Thread-safe. */
final class AnswerCheck {

  private static final int MAX_REASON = 2_000;
  private static final int SHOWN = 5;
  private static final int SHOWN_CHARACTERS = 500;

  private final int maxPayload;

  AnswerCheck(int maxPayload) {
    this.maxPayload = maxPayload;
  }

  /** Limits that hold for every question. */
  Optional<Unfit> limits(DecisionRequest request) {
    if (Expiry.BY.equals(request.decisionId())) {
      return unfit(
          "decision_id", "decision_id must not be %s, which marks expiry".formatted(Expiry.BY));
    }
    if (request.reason() != null && request.reason().length() > MAX_REASON) {
      return unfit("reason", "reason must have at most %d characters".formatted(MAX_REASON));
    }
    if (request.payload() != null
        && request.payload().toString().getBytes(StandardCharsets.UTF_8).length > maxPayload) {
      return unfit("payload", "payload must have at most %d bytes".formatted(maxPayload));
    }
    return Optional.empty();
  }

  /** Requirements of the question. A cancelled call needs no answer. */
  Optional<Unfit> form(DecisionRequest request, SuspendTicket ticket) {
    if (request.action() == DecisionAction.CANCEL) {
      return Optional.empty();
    }
    JsonNode payload = request.payload();
    if (payload == null) {
      return missing(ticket);
    }
    if (ticket.resumeMode() == ResumeMode.PASS_DECISION_TO_TOOL && !payload.isObject()) {
      return unfit("payload", "payload must be an object: it becomes the tool's arguments");
    }
    JsonNode schema = ticket.suspension().responseSchema();
    return schema == null ? Optional.empty() : form(payload, schema);
  }

  /** An answer is required only where it becomes the result or the tool reads it. */
  private static Optional<Unfit> missing(SuspendTicket ticket) {
    JsonNode schema = ticket.suspension().responseSchema();
    boolean wanted = ticket.resumeMode().requiresAnswer();
    return !wanted || schema == null || form(NullNode.getInstance(), schema).isEmpty()
        ? Optional.empty()
        : unfit(
            "payload",
            ticket.resumeMode() == ResumeMode.ANSWER_TOOL
                ? "payload is required: it is the answer that the tool waits for"
                : "payload is required: it becomes the result of the call");
  }

  private static Optional<Unfit> form(JsonNode payload, JsonNode document) {
    try {
      Schema schema =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(document);
      var errors = schema.validate(payload);
      return errors.isEmpty()
          ? Optional.empty()
          : unfit(
              "payload",
              shortened(
                  errors.stream()
                      .limit(SHOWN)
                      .map(Object::toString)
                      .collect(
                          Collectors.joining(
                              "; ", "payload does not fit the question's schema: ", ""))));
    } catch (SchemaException e) {
      // The schema is unusable, but the call can still be cancelled.
      return unfit("payload", "payload cannot be checked: the question's schema is broken");
    }
  }

  private static Optional<Unfit> unfit(String field, String reason) {
    return Optional.of(new Unfit(field, reason));
  }

  private static String shortened(String text) {
    return text.length() <= SHOWN_CHARACTERS ? text : WholeText.cut(text, SHOWN_CHARACTERS) + "...";
  }
}
