package io.awaken.core.submit;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.observe.RunObserver.Operation;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.submission.RefusalCode;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.submission.Unavailable;
import io.awaken.core.store.suspension.SuspensionStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The one door for runs: checks a request, takes its place within the quotas of its caller, stores
 * it, and starts its run at once on a free thread of this node. A returned result is committed
 * (guardrail G1); a refusal has written nothing. Every protocol and an embedded runtime submit
 * here. Thread-safe.
 */
public final class RunService {

  private static final List<RunStatus> OPEN = List.of(RunStatus.RUNNING, RunStatus.WAITING);

  private final Stores stores;
  private final RunStarter starter;
  private final Mailbox mailbox;
  private final RunInterrupter interrupter;
  private final RequestRules rules;
  private final Quotas quotas;
  private final Ids ids;

  /** The stores of a node. */
  public record Stores(MailboxStore mailbox, RunStore runs, SuspensionStore suspensions) {}

  public RunService(
      Stores stores,
      RunStarter starter,
      RunInterrupter interrupter,
      RequestRules rules,
      Quotas quotas,
      Ids ids) {
    this.stores = stores;
    this.starter = starter;
    this.mailbox = starter.mailbox();
    this.interrupter = interrupter;
    this.rules = rules;
    this.quotas = quotas;
    this.ids = ids;
  }

  /**
   * Accepts a run and starts it, unless another run occupies the thread and the mode makes it wait.
   *
   * @throws QuotaExhausted when the caller or its tenant has used up a quota
   * @throws RequestRefused when the thread refuses it
   * @throws MediaRefused when its media is not accepted
   * @throws Unavailable when the node drains, or is full and the mode forbids waiting; a repeated
   *     request needs no room
   * @throws RuntimeException as {@link AgentRules#check} says
   */
  public Accepted submit(RunRequest request) {
    return submit(request, null);
  }

  /**
   * Accepts a run under an id that the caller has chosen.
   *
   * @param run its id; null for a new one
   */
  public Accepted submit(RunRequest request, RunId run) {
    refuseWhenDraining();
    if (mailbox.takes(request.caller().tenant())) {
      return admit(request, run, new ClaimToken(ids.next()), rules::check);
    }
    return admit(
        request, run, null, mayWait(request.mode()) ? rules::check : RunService::refuseToWait);
  }

  private static void refuseToWait(RunRequest request) {
    throw new Unavailable("the node starts no more runs for now");
  }

  /** A message for a running run needs no room; without a running run it waits in the queue. */
  private static boolean mayWait(SubmitMode mode) {
    return switch (mode) {
      case QUEUE, STEER, RESUME_OPEN_RUN -> true;
      case INTERRUPT, REJECT -> false;
    };
  }

  /**
   * Accepts a run without a waiting client. It waits in the queue if it cannot start at once,
   * because the node is full or the run is delayed. Refuses as {@link #submit} does.
   */
  public Accepted background(RunRequest request) {
    refuseWhenDraining();
    boolean now =
        request.spec().delivery().delay().isZero() && mailbox.takes(request.caller().tenant());
    return admit(request, null, now ? new ClaimToken(ids.next()) : null, rules::check);
  }

  /**
   * The result of an earlier request with the same key and content, if its run still exists.
   *
   * @param request with a key
   */
  public Optional<Accepted> before(RunRequest request) {
    return stores
        .mailbox()
        .submits()
        .before(request.submission(null, ids, null))
        .filter(SubmitResult.Repeated.class::isInstance)
        .map(SubmitResult.Repeated.class::cast)
        .map(RunService::repeated);
  }

  private static Accepted repeated(SubmitResult.Repeated before) {
    return new Accepted(before.runId(), before.threadId(), before.jobId(), Accepted.How.REPEATED);
  }

  /**
   * Accepts a new run with the input of a dead letter.
   *
   * @param operator whether the caller is an operator of the server
   * @param key identifies a repeatable redrive, or null
   * @throws QuotaExhausted when the caller or its tenant has used up a quota
   * @throws RequestRefused when there is nothing to redrive
   * @throws Unavailable when the node drains
   */
  public Accepted redrive(ThreadId threadId, JobId dead, Caller by, boolean operator, String key) {
    refuseWhenDraining();
    quotas.take(Quotas.Kind.SUBMITS, by);
    Quotas.Place place = quotas.admit(by, () -> false);
    Accepted next = null;
    try {
      String id = key == null ? ids.next() : key;
      var wish = new Redrive(threadId, dead, new RunId(id), new JobId(id), by, operator);
      if (redriven(wish) instanceof SubmitResult.Refused refused) {
        throw refused.exception();
      }
      mailbox.queued(threadId);
      next = new Accepted(wish.runId(), threadId, wish.jobId(), Accepted.How.QUEUED);
      return next;
    } finally {
      settle(place, next);
    }
  }

  private SubmitResult redriven(Redrive wish) {
    long since = mailbox.observer().now();
    SubmitResult result = null;
    try {
      result = stores.mailbox().queue().redrive(wish);
      return result;
    } finally {
      String outcome = result == null ? null : result.outcome();
      mailbox.observer().queue(Operation.REDRIVE, outcome, since);
    }
  }

  private void refuseWhenDraining() {
    if (mailbox.draining()) {
      throw new Unavailable("the node is shutting down");
    }
  }

  private Accepted admit(
      RunRequest request, RunId run, ClaimToken claim, Consumer<RunRequest> check) {
    RunRequest checked = rules.withMedia(request);
    quotas.take(Quotas.Kind.SUBMITS, request.caller());
    Quotas.Place place = quotas.admit(request.caller(), () -> onOpenThread(request));
    Accepted accepted = null;
    try {
      accepted = store(checked, run, claim, check);
      return accepted;
    } finally {
      settle(place, accepted);
    }
  }

  private static void settle(Quotas.Place place, Accepted accepted) {
    switch (accepted == null ? Accepted.How.REPEATED : accepted.how()) {
      case BEGUN -> place.begun();
      case QUEUED -> place.queued();
      case STEERED, REPEATED -> place.nothing();
    }
  }

  /** Whether the request joins or replaces an open run of its thread. */
  private boolean onOpenThread(RunRequest request) {
    ThreadId thread = request.threadId();
    return thread != null
        && switch (request.mode()) {
          case STEER, RESUME_OPEN_RUN, INTERRUPT -> OPEN.stream().anyMatch(is -> has(thread, is));
          case QUEUE, REJECT -> false;
        };
  }

  private boolean has(ThreadId thread, RunStatus status) {
    var filter = new RunQuery.Filter(thread.tenant(), null, status, null, thread, null);
    return !stores.runs().list(new RunQuery(filter, null, 0, 1)).items().isEmpty();
  }

  private Accepted store(
      RunRequest request, RunId run, ClaimToken claim, Consumer<RunRequest> check) {
    Submission submission =
        request
            .submission(run, ids, claim)
            .separated(rules.inlineMedia())
            .sharing(rules.sharing(request));
    long asked = mailbox.now();
    switch (result(request, submission, check)) {
      case SubmitResult.Claimed claimed -> {
        if (claimed.more()) {
          mailbox.waitsBehind(submission.threadId());
        }
        starter.begin(claimed.claim(), asked);
        return accepted(submission, Accepted.How.BEGUN);
      }
      case SubmitResult.Queued queued -> {
        mailbox.queued(submission.threadId(), submission.delivery().delay());
        if (queued.stopping() != null) {
          interrupter.stop(submission.threadId(), queued.stopping());
        }
        return accepted(submission, Accepted.How.QUEUED);
      }
      case SubmitResult.Steered steered -> {
        mailbox.stored(submission.threadId(), steered.openRun());
        return new Accepted(steered.openRun(), submission.threadId(), null, Accepted.How.STEERED);
      }
      case SubmitResult.Repeated repeated -> {
        return repeated(repeated);
      }
      case SubmitResult.Refused refused ->
          throw new RequestRefused(refused, details(refused, request.caller()));
    }
  }

  /**
   * A repeated request returns its earlier result, even if its agent has changed or the node is
   * full.
   */
  private SubmitResult result(
      RunRequest request, Submission submission, Consumer<RunRequest> check) {
    try {
      check.accept(request);
    } catch (RuntimeException refused) {
      return stores.mailbox().submits().before(submission).orElseThrow(() -> refused);
    }
    return submitted(submission);
  }

  private SubmitResult submitted(Submission submission) {
    long since = mailbox.observer().now();
    SubmitResult result = null;
    try {
      result = stores.mailbox().submits().submit(submission);
      return result;
    } finally {
      mailbox
          .observer()
          .submitted(
              submission.runId(),
              submission.threadId(),
              submission.agentId(),
              submission.caller(),
              result == null ? null : result.outcome(),
              since);
    }
  }

  /** Names the run that caused a conflict, unless the caller may not see it. */
  private Record details(SubmitResult.Refused why, Caller caller) {
    boolean named =
        (why.code() == RefusalCode.THREAD_BUSY || why.code() == RefusalCode.DUPLICATE)
            && why.run() != null;
    if (!named || stores.runs().find(why.run()).filter(run -> run.readableBy(caller)).isEmpty()) {
      return null;
    }
    return why.code() == RefusalCode.DUPLICATE
        ? new EarlierJob(why.job(), why.run())
        : BusyThread.of(why.run(), stores.suspensions().ofRun(why.run()));
  }

  private static Accepted accepted(Submission submission, Accepted.How how) {
    return new Accepted(submission.runId(), submission.threadId(), submission.jobId(), how);
  }

  /**
   * The state of an accepted run: {@code CREATED} while it is queued. For a repeated request the
   * current state of the original run.
   */
  public RunStatus status(Accepted accepted) {
    return switch (accepted.how()) {
      case BEGUN, STEERED -> RunStatus.RUNNING;
      case QUEUED -> RunStatus.CREATED;
      case REPEATED ->
          stores.runs().find(accepted.runId()).map(RunRecord::status).orElse(RunStatus.CREATED);
    };
  }

  /**
   * The result of an accepted request.
   *
   * @param runId the new run, or the running one that gets the messages
   * @param threadId its thread
   * @param jobId the job created for the run; null when a running run gets the messages
   * @param how how the run relates to the request
   */
  public record Accepted(RunId runId, ThreadId threadId, JobId jobId, How how) {

    /** How a run relates to the request. */
    public enum How {
      /** The request created it, and it starts. */
      BEGUN,
      /** The request created it, and it waits in the queue. */
      QUEUED,
      /** It was running and gets the messages. */
      STEERED,
      /** An earlier identical request created it. */
      REPEATED
    }
  }
}
