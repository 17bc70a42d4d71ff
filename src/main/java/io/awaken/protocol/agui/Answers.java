package io.awaken.protocol.agui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.protocol.agui.request.ClientIds;
import io.awaken.protocol.agui.request.RunInput;
import io.awaken.protocol.agui.request.RunInput.Result;
import io.awaken.protocol.agui.request.RunInput.Resume;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A request's answers to suspensions: the entries of {@code resume}, and results of front-end tool
 * calls. Nothing else in its history is used. Immutable.
 *
 * @param decisions in the order of the suspensions
 * @param open whether any of the suspensions is open
 */
record Answers(List<Answer> decisions, boolean open) {

  /**
   * @param callId the call
   * @param ofClient whether it is the result of a front-end tool call
   */
  record Answer(String callId, boolean ofClient, DecisionRequest decision) {}

  /** The reason for refusing answers, for {@code RUN_ERROR}. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    Refused(String code, String message) {
      super(message);
      this.code = code;
    }

    String code() {
      return code;
    }
  }

  /** Whether a request answers a suspension; a user message after an old result does not. */
  static boolean present(RunInput input, ThreadSnapshot snapshot) {
    boolean open =
        input.results().stream()
            .anyMatch(result -> asked(snapshot, result).filter(Answers::isOpen).isPresent());
    boolean again =
        input.messages().isEmpty()
            && input.results().stream().anyMatch(result -> asked(snapshot, result).isPresent());
    return !input.resume().isEmpty() || open || again;
  }

  /**
   * Reads all answers of a request.
   *
   * @throws Refused when an interrupt has no answer, or an answer has no interrupt
   */
  static Answers of(RunInput input, ThreadSnapshot snapshot, Caller caller) throws Refused {
    requireAll(input, snapshot);
    String id = ClientIds.decision(input.names().runId());
    var answers = new ArrayList<Answer>();
    boolean open = false;
    for (Result result : input.results()) {
      Optional<SuspensionRecord> question = asked(snapshot, result);
      if (question.isPresent()) {
        open |= isOpen(question.get());
        answers.add(new Answer(result.callId(), true, result(result, question.get(), id, caller)));
      }
    }
    for (int i = 0; i < input.resume().size(); i++) {
      SuspensionRecord question = question(input.resume().get(i), snapshot);
      open |= isOpen(question);
      answers.add(
          new Answer(
              question.callId(),
              ThreadSnapshot.frontend(question),
              decision(input.resume().get(i), "resume[" + i + "]", question, id, caller)));
    }
    return new Answers(List.copyOf(answers), open);
  }

  /** The front-end tool calls with results in this request. */
  Set<String> ofClient() {
    return decisions.stream()
        .filter(Answer::ofClient)
        .map(Answer::callId)
        .collect(Collectors.toSet());
  }

  private static void requireAll(RunInput input, ThreadSnapshot snapshot) throws Refused {
    Set<String> answered = new HashSet<>();
    input.resume().forEach(entry -> answered.add(entry.interruptId()));
    String missing =
        snapshot.interrupts().stream()
            .map(question -> question.ticket().suspension().id())
            .filter(id -> !answered.contains(id))
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      throw new Refused(
          "incomplete_resume", "resume must answer all open interrupts; missing: " + missing);
    }
  }

  private static Optional<SuspensionRecord> asked(ThreadSnapshot snapshot, Result result) {
    return snapshot.questions().stream()
        .filter(ThreadSnapshot::frontend)
        .filter(question -> question.callId().equals(result.callId()))
        .reduce((first, last) -> last);
  }

  private static boolean isOpen(SuspensionRecord question) {
    return question.status() == SuspensionStatus.OPEN;
  }

  private static SuspensionRecord question(Resume entry, ThreadSnapshot snapshot) throws Refused {
    return snapshot.questions().stream()
        .filter(each -> each.ticket().suspension().id().equals(entry.interruptId()))
        .findFirst()
        .orElseThrow(
            () ->
                new Refused(
                    "unknown_interrupt", "the thread has no such interrupt: " + shown(entry)));
  }

  private static String shown(Resume entry) {
    String id = entry.interruptId();
    return id.length() <= 128 ? id : id.substring(0, 128) + "...";
  }

  private static DecisionRequest result(
      Result result, SuspensionRecord question, String id, Caller caller) {
    DecisionRequest decision =
        result.error() == null
            ? request(
                question,
                id,
                caller,
                DecisionAction.RESUME,
                TextNode.valueOf(result.content()),
                null)
            : request(question, id, caller, DecisionAction.CANCEL, null, result.error());
    return decision.sentAs(result.id());
  }

  private static DecisionRequest decision(
      Resume entry, String field, SuspensionRecord question, String id, Caller caller)
      throws Refused {
    if (entry.cancelled()) {
      return request(question, id, caller, DecisionAction.CANCEL, null, reason(entry.payload()));
    }
    if (question.ticket().resumeMode().requiresAnswer()) {
      return request(question, id, caller, DecisionAction.RESUME, entry.payload(), null);
    }
    JsonNode payload = entry.payload();
    JsonNode approved = payload == null ? null : payload.get("approved");
    if (approved == null || !approved.isBoolean()) {
      throw new Refused(
          "invalid_resume", field + ".payload.approved must be true or false for an approval");
    }
    if (!approved.booleanValue()) {
      return request(question, id, caller, DecisionAction.CANCEL, null, reason(payload));
    }
    JsonNode edited = payload.get("editedArgs");
    boolean edits = edited != null && !edited.isNull();
    if (edits && question.ticket().resumeMode() != ResumeMode.PASS_DECISION_TO_TOOL) {
      throw new Refused(
          "invalid_resume",
          field + ".payload.editedArgs: the arguments of this question cannot be edited");
    }
    return request(question, id, caller, DecisionAction.RESUME, edits ? edited : null, null);
  }

  private static String reason(JsonNode payload) {
    JsonNode reason = payload == null ? null : payload.get("reason");
    return reason == null || !reason.isTextual() ? null : reason.textValue();
  }

  /** A closed suspension accepts a repeated answer under any request id. */
  private static DecisionRequest request(
      SuspensionRecord question,
      String id,
      Caller caller,
      DecisionAction action,
      JsonNode payload,
      String reason) {
    return new DecisionRequest(
        caller,
        question.callId(),
        new DecisionRequest.About(question.ticket().suspension().id(), null),
        isOpen(question) ? id : null,
        action,
        payload,
        reason);
  }
}
