package io.awaken.http.submit;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.WaitLimit;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.stream.read.SettledRuns;
import io.awaken.http.stream.read.WaitEnd;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Waits for runs to be over, or to wait for a decision, for requests that are answered with the
 * outcome. Waiting takes the place of a stream and holds no thread. Thread-safe.
 */
@Dependent
public class RunWaits {

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
   * What a wait came to.
   *
   * @param run as it is then
   * @param goesOn whether the time was up before the run came to rest
   */
  public record Waited(RunRecord run, boolean goesOn) {}

  /**
   * Waits until nothing follows in a run, or the time is up.
   *
   * @param run as it was found a moment ago, visible to the caller
   * @param millis how long; null for the usual time; the server's limit bounds it
   * @return completed on a thread that may block, at once where the run rests; completed with a
   *     {@code RefusedException} when the node drains or the run was deleted
   * @throws io.awaken.http.security.RefusedException 429 or 503 when there is no place to wait
   */
  public CompletionStage<Waited> await(RunRecord run, Long millis, Caller caller) {
    var answer = new CompletableFuture<Waited>();
    if (SettledRuns.settled(run, suspensions)) {
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

  private void over(RunId id, WaitEnd why, CompletableFuture<Waited> answer) {
    try {
      if (why == WaitEnd.DRAINING) {
        throw Refusal.unavailable("the node is shutting down", RETRY_SECONDS).exception();
      }
      RunRecord now =
          runs.find(id).orElseThrow(() -> Refusal.notFound("run", id.value()).exception());
      boolean goesOn = why == WaitEnd.TIME_UP && !SettledRuns.settled(now, suspensions);
      answer.complete(new Waited(now, goesOn));
    } catch (RuntimeException | Error e) {
      // Nothing else would answer, and the request has no end of its own.
      answer.completeExceptionally(e);
    }
  }
}
