package io.awaken.protocol.aisdk.routes;

import io.awaken.core.event.Cursor;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.security.Ownership;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.Exchange;
import io.awaken.http.stream.RunPauses;
import io.awaken.http.submit.RunDecisions;
import io.awaken.http.submit.RunPlace;
import io.awaken.http.submit.RunStreams;
import io.awaken.protocol.aisdk.request.ChatFields;
import io.awaken.protocol.aisdk.request.ChatRequest.Answer;
import io.awaken.protocol.aisdk.request.ChatRequest.Answered;
import io.awaken.protocol.aisdk.request.ChatRequest.Approval;
import io.awaken.protocol.aisdk.request.ChatRequest.Output;
import io.awaken.protocol.aisdk.stream.UiStreamEncoding;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Records answers to a run's suspensions and streams the continuation. Outputs that no suspension
 * requested are ignored, because clients send all outputs that they have (attack S40). A repeated
 * answer returns the same stream. Thread-safe.
 */
@Dependent
public class ChatAnswers {

  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final RunPauses pauses;
  private final RunDecisions decisions;
  private final RunStreams streams;
  private final ServerTools tools;

  @Inject
  public ChatAnswers(
      RunStore runs,
      SuspensionStore suspensions,
      EventLog log,
      RunDecisions decisions,
      RunStreams streams,
      ServerTools tools) {
    this.runs = runs;
    this.suspensions = suspensions;
    this.pauses = new RunPauses(log);
    this.decisions = decisions;
    this.streams = streams;
    this.tools = tools;
  }

  /** The decision of a closed suspension; details of a refusal. */
  public record ClosedQuestion(SuspensionStatus status, DecisionAction action) {

    static ClosedQuestion of(SuspensionRecord question) {
      var decision = question.decision();
      return new ClosedQuestion(question.status(), decision == null ? null : decision.action());
    }
  }

  void take(Answered given, ThreadId thread, Caller caller, Exchange exchange) {
    RunRecord run = run(given.run(), thread, caller);
    List<Match> matches = matches(run.runId(), given.answers());
    boolean fresh = matches.stream().anyMatch(Match::open);
    // A client that repeats its answers lost the response.
    Cursor after =
        fresh
            ? streams.end(run.runId())
            : pauses.resumed(run.runId(), calls(matches)).orElse(Cursor.START);
    for (Match match : matches) {
      if (match.open() || match.answer() instanceof Approval) {
        decisions.decide(run.runId(), match.decision(caller), ClosedQuestion::of);
      }
    }
    RunPlace place = new RunPlace(run.runId(), after, Cursor::toString, ChatFields.NAMES);
    UiStreamEncoding encoding = tools.encoding(run.agentId());
    if (!streams.attach(place, caller, encoding, exchange.request(), exchange.response())) {
      // Other suspensions of the run are open, so it does not continue yet.
      exchange.stream(UiStreamEncoding.waits(run.runId()), encoding.format());
    }
  }

  private RunRecord run(RunId id, ThreadId thread, Caller caller) {
    return Ownership.visible(
        runs.find(id).filter(run -> thread == null || run.threadId().equals(thread)),
        id.value(),
        caller);
  }

  /**
   * @throws io.awaken.http.security.RefusedException 400 when no suspension is answered
   */
  private List<Match> matches(RunId run, List<Answer> answers) {
    List<SuspensionRecord> asked = suspensions.ofRun(run);
    var matches = new ArrayList<Match>();
    for (Answer answer : answers) {
      switch (answer) {
        case Approval approval -> matches.add(new Match(approval, question(asked, approval)));
        case Output output ->
            withResult(asked, output.callId())
                .ifPresent(question -> matches.add(new Match(output, question)));
      }
    }
    if (matches.isEmpty()) {
      throw Refusal.bad("nothing_new", "the request has no new message and no answer").exception();
    }
    return matches;
  }

  private static SuspensionRecord question(List<SuspensionRecord> asked, Approval approval) {
    return asked.stream()
        .filter(each -> each.ticket().suspension().id().equals(approval.suspensionId()))
        .findFirst()
        .orElseThrow(
            () ->
                Refusal.invalid(approval.field(), approval.field() + " names no open question")
                    .exception());
  }

  /** The last suspension of a call, if its answer is the call's result. */
  private static Optional<SuspensionRecord> withResult(List<SuspensionRecord> asked, String call) {
    return asked.stream()
        .filter(each -> each.callId().equals(call))
        .reduce((earlier, later) -> later)
        .filter(each -> each.ticket().resumeMode() == ResumeMode.USE_DECISION_AS_TOOL_RESULT);
  }

  private static Set<String> calls(List<Match> matches) {
    var calls = new HashSet<String>();
    matches.forEach(match -> calls.add(match.question().callId()));
    return calls;
  }

  private record Match(Answer answer, SuspensionRecord question) {

    boolean open() {
      return question.status() == SuspensionStatus.OPEN;
    }

    DecisionRequest decision(Caller caller) {
      var about = new DecisionRequest.About(question.ticket().suspension().id(), null);
      return switch (answer) {
        case Approval yesOrNo ->
            new DecisionRequest(
                caller,
                question.callId(),
                about,
                null,
                yesOrNo.approved() ? DecisionAction.RESUME : DecisionAction.CANCEL,
                yesOrNo.approved() ? yesOrNo.payload() : null,
                yesOrNo.reason());
        case Output output ->
            new DecisionRequest(
                caller,
                question.callId(),
                about,
                null,
                output.errorText() == null ? DecisionAction.RESUME : DecisionAction.CANCEL,
                output.output(),
                output.errorText());
      };
    }
  }
}
