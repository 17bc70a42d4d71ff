package io.awaken.core.loop.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.call.PreparedCall.Approval;
import io.awaken.core.loop.call.PreparedCall.CallOutcome;
import io.awaken.core.run.ParentCall;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.ArgumentsHash;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.HashMap;

/** Creates questions about calls and reads their decisions. Stateless. */
final class CallQuestions {

  private CallQuestions() {}

  /**
   * A new question about a call, with an id that is unique in the run. Runs that calls wait for
   * continue theirs together, since the model gets all results at once.
   */
  static NewSuspension ask(Activation run, PreparedCall call, boolean batch) {
    CallOutcome.Suspended question = call.suspended();
    String callId = call.state().callId();
    int ordinal = run.questions().count(callId) + 1;
    SuspendTicket ticket =
        withSchema(call, question.ticket())
            .withId(run.questions().take(question.ticket().suspension().id(), callId, ordinal))
            .about(new PendingCall(callId, call.state().toolName(), call.state().arguments()))
            .below(above(run.setup().spec().parent()));
    var suspension =
        new NewSuspension(
            run.identity(),
            callId,
            ordinal,
            question.kind(),
            question.askedBy(),
            ticket,
            hash(call, call.state().arguments()),
            batch || question.kind() == SuspensionKind.CHILD);
    run.questions().ask(suspension);
    return suspension;
  }

  private static SuspendTicket.Above above(ParentCall call) {
    return call == null
        ? null
        : new SuspendTicket.Above(
            call.threadId().value(), call.runId().value(), call.callId(), call.root().value());
  }

  /** Edited arguments must fit the tool's schema, unless the ticket has one. */
  private static SuspendTicket withSchema(PreparedCall call, SuspendTicket ticket) {
    boolean own =
        ticket.resumeMode() != ResumeMode.PASS_DECISION_TO_TOOL
            || ticket.suspension().responseSchema() != null
            || call.tool() == null;
    return own ? ticket : ticket.with(ticket.suspension().withResponseSchema(parameters(call)));
  }

  /** The decisions about a call with its current arguments. */
  static Approval approval(Activation run, PreparedCall call) {
    var gates = new HashMap<String, GivenDecision>();
    SuspensionRecord latest = null;
    GivenDecision answer = null;
    for (SuspensionRecord record : run.questions().of(call.state().callId())) {
      if (reachesTool(record, call)) {
        answer = given(record);
      }
      if (applies(record, call)) {
        latest = record;
        answer = record.kind() == SuspensionKind.INPUT ? given(record) : answer;
        if (record.kind() == SuspensionKind.APPROVAL && record.askedBy() != null) {
          gates.put(record.askedBy(), given(record));
        }
      }
    }
    if (latest == null && answer == null) {
      return Approval.NONE;
    }
    return new Approval(latest == null ? null : latest.decision(), gates, answer);
  }

  private static GivenDecision given(SuspensionRecord record) {
    return new GivenDecision(record.decision(), record.ticket());
  }

  /**
   * Whether a tool asked and reads every answer; otherwise the question is treated like a gate's.
   */
  static boolean isOfTool(SuspensionRecord record) {
    return record.kind() == SuspensionKind.INPUT
        && record.ticket().resumeMode() == ResumeMode.ANSWER_TOOL;
  }

  /** Whether the tool that asked reads the answer, even a refusal. */
  private static boolean reachesTool(SuspensionRecord record, PreparedCall call) {
    return isOfTool(record)
        && record.decision() != null
        && record.status() != SuspensionStatus.CANCELLED
        && hash(call, call.state().arguments()).equals(record.argumentsHash());
  }

  private static boolean applies(SuspensionRecord record, PreparedCall call) {
    boolean resumes =
        record.decision() != null
            && record.decision().action() == DecisionAction.RESUME
            && record.status() != SuspensionStatus.CANCELLED;
    if (!resumes) {
      return false;
    }
    String now = hash(call, call.state().arguments());
    boolean edited =
        record.ticket().resumeMode() == ResumeMode.PASS_DECISION_TO_TOOL
            && record.decision().result() != null
            && now.equals(hash(call, record.decision().result()))
            // Edited arguments count as the ones asked about if the tool takes the same arguments.
            && hash(call, record.ticket().pending().arguments()).equals(record.argumentsHash());
    return edited || now.equals(record.argumentsHash());
  }

  private static String hash(PreparedCall call, JsonNode arguments) {
    return ArgumentsHash.of(call.state().toolName(), arguments, parameters(call));
  }

  private static JsonNode parameters(PreparedCall call) {
    return call.tool() == null ? null : call.tool().descriptor().parameters();
  }
}
