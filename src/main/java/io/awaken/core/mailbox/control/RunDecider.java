package io.awaken.core.mailbox.control;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.control.DecisionResult.NotAllowed;
import io.awaken.core.mailbox.control.DecisionResult.NotFound;
import io.awaken.core.mailbox.control.DecisionResult.Refused;
import io.awaken.core.mailbox.control.DecisionResult.Shown;
import io.awaken.core.mailbox.control.DecisionResult.Submitted;
import io.awaken.core.mailbox.control.DecisionResult.Unfit;
import io.awaken.core.mailbox.control.DecisionResult.Why;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.Speakers;
import io.awaken.core.store.suspension.QuestionAccess;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.suspension.SuspensionStore.DecideOutcome;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.SuspensionStatus;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides suspended calls for all protocols (features row 186): finds the question, checks the
 * caller, stores the first decision and signals the run or the queue. Thread-safe.
 */
public final class RunDecider {

  private final RunStore runs;
  private final ThreadStore threads;
  private final SuspensionStore suspensions;
  private final Speakers speakers;
  private final Mailbox mailbox;
  private final AnswerCheck answers;
  private final Time time;

  /**
   * @param mailbox is signalled when a run can continue
   * @param maxPayload limit of an answer in bytes of JSON; default 64 KiB
   */
  public RunDecider(
      RunStore runs,
      ThreadStore threads,
      SuspensionStore suspensions,
      Mailbox mailbox,
      int maxPayload,
      Time time) {
    this.runs = runs;
    this.threads = threads;
    this.suspensions = suspensions;
    this.speakers = new Speakers(runs, suspensions);
    this.mailbox = mailbox;
    this.answers = new AnswerCheck(maxPayload);
    this.time = time;
  }

  /** Sources of time and ids. */
  public record Time(InstantSource clock, Ids ids) {}

  /** Decides a call of a run. */
  public DecisionResult decide(RunId runId, DecisionRequest request) {
    var none = new NotFound("run", runId.value());
    return runs.find(runId)
        .map(
            run ->
                decide(Stream.of(runId), run.thread(), request)
                    .orElseGet(() -> run.readableBy(request.caller()) ? unasked(request) : none))
        .orElse(none);
  }

  /**
   * Decides a call of a thread's open run, or of its latest run, so that a repeated decision gets
   * the same answer.
   */
  public DecisionResult decide(ThreadId threadId, DecisionRequest request) {
    var none = new NotFound("thread", threadId.value());
    return threads
        .find(threadId)
        .map(
            thread ->
                decide(runsOf(thread), thread.access(), request)
                    .orElseGet(
                        () ->
                            thread.access().allows(request.caller(), ThreadAction.READ)
                                ? unasked(request)
                                : none))
        .orElse(none);
  }

  private static Stream<RunId> runsOf(ThreadRecord thread) {
    return Stream.of(thread.openRunId(), thread.latestRunId()).filter(Objects::nonNull).distinct();
  }

  private static DecisionResult unasked(DecisionRequest request) {
    return new NotFound("suspension", request.callId());
  }

  /** Empty when the caller sees no question of the call. */
  private Optional<DecisionResult> decide(
      Stream<RunId> of, ThreadAccess thread, DecisionRequest request) {
    return of.map(run -> asked(run, thread, request))
        .filter(asked -> !asked.isEmpty())
        .findFirst()
        .map(asked -> decide(asked, thread, request));
  }

  /**
   * The questions of the call that the caller can see. If the run has none, the call may be one of
   * a delegate that it waits for.
   */
  private List<SuspensionRecord> asked(RunId run, ThreadAccess thread, DecisionRequest request) {
    List<SuspensionRecord> all = suspensions.ofRun(run);
    List<SuspensionRecord> own = asked(all, thread, request);
    return own.isEmpty() ? asked(suspensions.below(all), thread, request) : own;
  }

  private static List<SuspensionRecord> asked(
      List<SuspensionRecord> all, ThreadAccess thread, DecisionRequest request) {
    return all.stream()
        .filter(each -> each.callId().equals(request.callId()))
        .filter(each -> QuestionAccess.sees(request.caller(), each, thread))
        .toList();
  }

  /**
   * @param asked the questions of the call, at least one
   */
  private DecisionResult decide(
      List<SuspensionRecord> asked, ThreadAccess thread, DecisionRequest request) {
    Optional<Unfit> tooLarge = answers.limits(request);
    if (tooLarge.isPresent()) {
      return tooLarge.get();
    }
    SuspensionRecord last = asked.getLast();
    if (asked.stream().anyMatch(each -> !each.key().runId().equals(last.key().runId()))) {
      return ofSeveralRuns(asked);
    }
    Optional<SuspensionRecord> meant = meant(asked, request);
    Optional<String> missing =
        missing(meant.orElse(last), thread, request.caller())
            .or(() -> meant.flatMap(question -> spoken(question, request.caller())));
    if (missing.isPresent()) {
      return new NotAllowed(missing.get());
    }
    if (asked.size() > 1 && !named(request)) {
      return several(asked);
    }
    return meant
        .map(question -> decide(question, request))
        .orElseGet(() -> new Refused(Why.OTHER_QUESTION, last));
  }

  private static boolean named(DecisionRequest request) {
    return request.about().suspensionId() != null
        || request.about().kind() != null
        || request.decisionId() != null;
  }

  /** Delegates may use the same id of a call, so that the decision could be about either. */
  private static Unfit ofSeveralRuns(List<SuspensionRecord> asked) {
    String runs =
        asked.stream()
            .map(each -> each.key().runId().value())
            .distinct()
            .collect(Collectors.joining(", "));
    return new Unfit(
        "tool_call_id", "tool_call_id is of several delegates; decide it in its own run: " + runs);
  }

  /** Asks for an id, because the decision may repeat one about the first question. */
  private static Unfit several(List<SuspensionRecord> asked) {
    String ids =
        asked.stream()
            .map(each -> each.ticket().suspension().id())
            .collect(Collectors.joining(", "));
    return new Unfit(
        "suspension_id", "suspension_id is required: the call asked more than once, " + ids);
  }

  /**
   * A repeated decision means the question that it decided, even if the call has asked again since.
   */
  private static Optional<SuspensionRecord> meant(
      List<SuspensionRecord> asked, DecisionRequest request) {
    String id = request.about().suspensionId();
    String kind = request.about().kind();
    if (kind != null) {
      return asked.stream()
          .filter(each -> each.ticket().suspension().action().equals(kind))
          .reduce((earlier, later) -> later);
    }
    if (id != null) {
      return asked.stream().filter(each -> each.ticket().suspension().id().equals(id)).findFirst();
    }
    return asked.stream()
        .filter(each -> decidedAs(each, request.decisionId()))
        .findFirst()
        .or(() -> Optional.of(asked.getLast()));
  }

  private static boolean decidedAs(SuspensionRecord question, String decisionId) {
    return decisionId != null
        && question.decision() != null
        && decisionId.equals(question.decision().decisionId());
  }

  /** What the caller lacks. An anonymous caller never counts as a second person. */
  private static Optional<String> missing(
      SuspensionRecord question, ThreadAccess thread, Caller caller) {
    Approver approver = question.ticket().approver();
    if (approver.equals(Approver.ANY_CALLER)
        && !QuestionAccess.inThread(caller, question, thread)) {
      return Optional.of("the right to decide questions of the thread");
    }
    if (approver.role() != null && !caller.roles().contains(approver.role())) {
      return Optional.of("the role " + approver.role());
    }
    if (approver.otherThanRequester()
        && (caller.anonymous() || caller.subject().equals(question.requester()))) {
      return Optional.of("a caller other than the one who submitted the run");
    }
    return Optional.empty();
  }

  /**
   * Four eyes exclude every caller who has sent the run a message. On a closed question a repeated
   * decision is answered as before, whatever the caller has sent since.
   */
  private Optional<String> spoken(SuspensionRecord question, Caller caller) {
    boolean excluded =
        question.status() == SuspensionStatus.OPEN
            && question.ticket().approver().otherThanRequester()
            && speakers.of(question.key().runId()).contains(caller.subject());
    return excluded ? Optional.of("a caller who has sent no message to the run") : Optional.empty();
  }

  private DecisionResult decide(SuspensionRecord question, DecisionRequest request) {
    if (request.action() == null) {
      return new Shown(question);
    }
    String hash = request.about().argumentsHash();
    if (hash != null && !hash.equals(question.argumentsHash())) {
      return new Refused(Why.OTHER_ARGUMENTS, question);
    }
    if (question.status() != SuspensionStatus.OPEN) {
      return closed(question, request);
    }
    Optional<Unfit> unfit = answers.form(request, question.ticket());
    return unfit.isPresent() ? unfit.get() : store(question, request);
  }

  private DecisionResult store(SuspensionRecord question, DecisionRequest request) {
    String id = request.decisionId() == null ? time.ids().next() : request.decisionId();
    DecideOutcome outcome =
        suspensions.decide(
            question.key(),
            question.argumentsHash(),
            request.decision(id, time.clock().millis()),
            request.caller().subject());
    mailbox.decided(outcome);
    return switch (outcome.taken()) {
      case RESUMES, STORED -> new Submitted(outcome.now());
      case CLOSED -> closed(outcome.now(), request);
      case OTHER_ARGUMENTS -> new Refused(Why.OTHER_ARGUMENTS, outcome.now());
      case NOT_FOUND -> new NotFound("suspension", request.callId());
    };
  }

  private static DecisionResult closed(SuspensionRecord question, DecisionRequest request) {
    if (question.expired()) {
      return new Refused(Why.EXPIRED, question);
    }
    return switch (question.status()) {
      case OPEN -> throw new IllegalStateException("an open question takes decisions");
      case DECIDED, CONSUMED ->
          same(question.decision(), request)
              ? new Submitted(question)
              : new Refused(Why.CLOSED, question);
      case CANCELLED -> new Refused(Why.CLOSED, question);
    };
  }

  private static boolean same(Decision taken, DecisionRequest again) {
    boolean sameId = again.decisionId() == null || again.decisionId().equals(taken.decisionId());
    return sameId
        && again.action() == taken.action()
        && Objects.equals(again.payload(), taken.result());
  }
}
