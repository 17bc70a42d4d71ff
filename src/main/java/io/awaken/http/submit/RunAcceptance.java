package io.awaken.http.submit;

import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.mailbox.submit.RunSubmitter;
import io.awaken.core.mailbox.submit.RunSubmitter.Accepted;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.http.security.Ownership;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RequestQuotas;
import io.awaken.http.security.RunQuota;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Accepts the runs of requests, within their callers' quotas. Messages for a running run come here
 * too: the request's mode decides. Throws a {@code RefusedException} with details of the conflict
 * if the caller may see them. Thread-safe.
 */
@Dependent
public class RunAcceptance {

  private final RunSubmitter submitter;
  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final RequestQuotas quotas;
  private final RunQuota places;
  private final MediaCheck media;

  @Inject
  public RunAcceptance(
      RunSubmitter submitter,
      RunStore runs,
      SuspensionStore suspensions,
      RequestQuotas quotas,
      RunQuota places,
      MediaCheck media) {
    this.submitter = submitter;
    this.runs = runs;
    this.suspensions = suspensions;
    this.quotas = quotas;
    this.places = places;
    this.media = media;
  }

  /**
   * Accepts a run without a reader; on a full node it is queued.
   *
   * @param names of the fields, for refusals
   * @throws io.awaken.http.security.RefusedException 429 when a quota is used up, 415 for a media
   *     type that is not accepted, 400, 404, 409, 410, 413 or 503 as {@link Refusals} maps them
   */
  public Accepted inBackground(RunRequest request, FieldNames names) {
    return accepted(submitter::background, request, names);
  }

  /** Accepts a run with a reader; throws like {@link #inBackground}. */
  Accepted withReader(RunRequest request, FieldNames names) {
    return accepted(submitter::submit, request, names);
  }

  /**
   * Returns the result of an earlier request with this key; empty if its content differs, or its
   * run is deleted.
   *
   * @param request with a key
   */
  public Optional<Accepted> before(RunRequest request) {
    try {
      return submitter.before(request);
    } catch (RuntimeException failure) {
      throw Refusals.thrown(failure, FieldNames.NATIVE);
    }
  }

  private Accepted accepted(
      Function<RunRequest, Accepted> how, RunRequest request, FieldNames names) {
    RunRequest checked = media.checked(request, names);
    quotas.take(RequestQuotas.Kind.SUBMITS, request.caller());
    RunQuota.Admission place = places.take(request.caller(), () -> onOpenThread(request));
    Accepted.How became = Accepted.How.REPEATED;
    try {
      Accepted accepted = how.apply(checked);
      became = accepted.how();
      return accepted;
    } catch (RequestRefused refused) {
      throw refused(refused, request.caller(), names);
    } catch (RuntimeException failure) {
      throw Refusals.thrown(failure, names);
    } finally {
      settle(place, became);
    }
  }

  private static void settle(RunQuota.Admission place, Accepted.How became) {
    switch (became) {
      case BEGUN -> place.begun();
      case QUEUED -> place.queued();
      case STEERED, REPEATED -> place.nothing();
    }
  }

  /** Whether the request joins or replaces an open run of its thread. */
  private boolean onOpenThread(RunRequest request) {
    return request.threadId() != null
        && switch (request.mode()) {
          case STEER, RESUME_OPEN_RUN, INTERRUPT -> hasOpenRun(request.threadId());
          case QUEUE, REJECT -> false;
        };
  }

  private boolean hasOpenRun(ThreadId thread) {
    return List.of(RunStatus.RUNNING, RunStatus.WAITING).stream()
        .anyMatch(status -> !runs.list(ofThread(thread, status)).items().isEmpty());
  }

  private static RunQuery ofThread(ThreadId thread, RunStatus status) {
    var filter = new RunQuery.Filter(thread.tenant(), null, status, null, thread, null);
    return new RunQuery(filter, null, 0, 1);
  }

  /** Adds details of the conflict, unless the caller may not see that run. */
  private RuntimeException refused(RequestRefused failure, Caller caller, FieldNames names) {
    Refusal refusal = Refusals.of(failure, names).orElseThrow();
    SubmitResult.Refused why = failure.why();
    Supplier<Record> details =
        switch (why.code()) {
          case THREAD_BUSY -> () -> BusyThread.of(why.run(), suspensions.ofRun(why.run()));
          case DUPLICATE -> () -> new EarlierJob(why.job(), why.run());
          default -> null;
        };
    boolean hidden = details == null || seen(why.run(), caller).isEmpty();
    return (hidden ? refusal : refusal.with(details.get())).exception();
  }

  private Optional<RunRecord> seen(RunId run, Caller caller) {
    return Ownership.seen(Optional.ofNullable(run).flatMap(runs::find), caller);
  }

  /**
   * Returns the agent that a request names, else that of the thread's latest run if the caller can
   * see it.
   *
   * @throws io.awaken.http.security.RefusedException 400 when there is none, or its id is invalid
   */
  public String agent(String named, ThreadRecord thread, Caller caller, FieldNames names) {
    if (named != null) {
      try {
        Ids.check(names.agent(), named);
      } catch (InvalidId invalid) {
        throw Refusals.thrown(invalid, names);
      }
      return named;
    }
    return seen(thread.latestRunId(), caller)
        .map(RunRecord::agentId)
        .orElseThrow(() -> Refusal.missing(names.agent()).exception());
  }

  /**
   * The state of an accepted run: {@code CREATED} while it is queued. For a repeated request the
   * current state of the original run.
   */
  public RunStatus status(Accepted accepted) {
    return switch (accepted.how()) {
      case BEGUN, STEERED -> RunStatus.RUNNING;
      case QUEUED -> RunStatus.CREATED;
      case REPEATED -> runs.find(accepted.runId()).map(RunRecord::status).orElse(RunStatus.CREATED);
    };
  }

  /**
   * Creates a new run from a dead letter.
   *
   * @param operator whether the caller is an operator of the server
   * @param once identifies the request, see {@link RequestKeys#idOf}; null for one without a key
   * @throws io.awaken.http.security.RefusedException 403, 404, 409, 429 or 503
   */
  public Accepted redrive(
      ThreadId thread, JobId dead, Caller caller, boolean operator, String once) {
    quotas.take(RequestQuotas.Kind.SUBMITS, caller);
    RunQuota.Admission place = places.take(caller, () -> false);
    boolean queued = false;
    try {
      Accepted next = submitter.redrive(thread, dead, caller, operator, once);
      queued = true;
      return next;
    } catch (RuntimeException failure) {
      throw Refusals.thrown(failure, FieldNames.NATIVE);
    } finally {
      settle(place, queued ? Accepted.How.QUEUED : Accepted.How.REPEATED);
    }
  }
}
