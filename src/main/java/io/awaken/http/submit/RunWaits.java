package io.awaken.http.submit;

import static java.lang.System.Logger.Level.DEBUG;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import io.awaken.http.stream.WaitLimit;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.stream.read.RunWait;
import io.awaken.http.stream.read.SettledRuns;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Waits until runs end or wait for a decision, for requests that return the outcome. A wait counts
 * as a stream and blocks no thread. Thread-safe.
 */
@Dependent
public class RunWaits {

  private static final System.Logger LOG = System.getLogger(RunWaits.class.getName());

  private static final int RETRY_SECONDS = 1;

  private final Streams streams;
  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final WaitLimit limit;

  @Inject
  public RunWaits(Streams streams, RunStore runs, SuspensionStore suspensions, WaitLimit limit) {
    this.streams = streams;
    this.runs = runs;
    this.suspensions = suspensions;
    this.limit = limit;
  }

  /**
   * The result of a wait.
   *
   * @param run at the end of the wait
   * @param timedOut whether the timeout came first
   */
  public record Waited(RunRecord run, boolean timedOut) {}

  /**
   * Waits until no event follows in a run for now, or the time is up.
   *
   * @param run just read, visible to the caller
   * @param millis how long; null for the default; limited by the server
   * @return completed on a thread that may block, immediately if the run is settled; completed with
   *     a {@code RefusedException} when the node drains or the run was deleted
   * @throws io.awaken.http.security.RefusedException 429 or 503 when there is no place to wait
   */
  public CompletionStage<Waited> await(RunRecord run, Long millis, Caller caller) {
    var answer = new CompletableFuture<Waited>();
    if (settled(run)) {
      answer.complete(new Waited(run, false));
      return answer;
    }
    try (var place = streams.reserve(caller)) {
      place.await(run.runId(), limit.of(millis), end -> over(run.runId(), end, answer));
    } catch (RuntimeException failure) {
      throw Refusals.thrown(failure, FieldNames.NATIVE);
    }
    return answer;
  }

  /** Whether a run that was just read has ended or waits for a decision. */
  public boolean settled(RunRecord run) {
    return SettledRuns.settled(run, suspensions);
  }

  /**
   * Waits like {@link #await} for a client that can also poll: without a place to wait, or when the
   * wait fails, it gets the run as it was.
   *
   * @param id of a run that is visible to the caller
   * @throws RefusedException 404 when the run was deleted
   */
  public CompletionStage<RunRecord> awaitIfPossible(RunId id, Long millis, Caller caller) {
    RunRecord run = runs.find(id).orElseThrow(() -> noRun(id));
    try {
      return await(run, millis, caller)
          .thenApply(Waited::run)
          .exceptionally(failure -> unawaited(run, failure));
    } catch (RefusedException noPlace) {
      return CompletableFuture.completedFuture(unawaited(run, noPlace));
    }
  }

  private static RunRecord unawaited(RunRecord run, Throwable failure) {
    LOG.log(
        DEBUG,
        () ->
            "cannot wait for run %s; the client must poll: %s"
                .formatted(run.runId(), failure.getMessage()));
    return run;
  }

  private static RefusedException noRun(RunId id) {
    return Refusal.notFound("run", id.value()).exception();
  }

  private void over(RunId id, RunWait.End why, CompletableFuture<Waited> answer) {
    try {
      if (why == RunWait.End.DRAINING) {
        throw Refusal.unavailable("the node is shutting down", RETRY_SECONDS).exception();
      }
      RunRecord now = runs.find(id).orElseThrow(() -> noRun(id));
      boolean timedOut = why == RunWait.End.TIME_UP && !SettledRuns.settled(now, suspensions);
      answer.complete(new Waited(now, timedOut));
    } catch (RuntimeException | Error e) {
      // Nothing else would answer, and the request has no timeout of its own.
      answer.completeExceptionally(e);
    }
  }
}
