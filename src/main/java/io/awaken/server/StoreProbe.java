package io.awaken.server;

import io.awaken.core.store.job.QueueWatch;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.microprofile.faulttolerance.Timeout;

/**
 * Checks whether the database answers with the query for the next due job. Concurrent callers share
 * one query, so that a hanging database blocks one connection and not one per health check.
 */
@ApplicationScoped
public class StoreProbe {
  private final AtomicReference<CompletableFuture<Optional<QueueWatch.Due>>> current =
      new AtomicReference<>();

  @Inject QueueWatch queue;
  ThreadFactory threads = Thread.ofVirtual().name("awaken-store-probe").factory();

  /**
   * Returns the job that is to be claimed next. Waits on a future, which the timeout can interrupt,
   * unlike a socket read.
   *
   * @throws InterruptedException when the five seconds are over, as some servers report it
   * @throws ExecutionException when the database answers with an error
   */
  @Timeout(5_000)
  public Optional<QueueWatch.Due> ask() throws InterruptedException, ExecutionException {
    CompletableFuture<Optional<QueueWatch.Due>> mine = new CompletableFuture<>();
    CompletableFuture<Optional<QueueWatch.Due>> running = current.compareAndExchange(null, mine);
    if (running == null) {
      begin(mine);
      running = mine;
    }
    return running.get();
  }

  private void begin(CompletableFuture<Optional<QueueWatch.Due>> question) {
    try {
      threads.newThread(() -> answer(question)).start();
    } catch (RuntimeException | Error e) {
      fail(question, e);
    }
  }

  private void answer(CompletableFuture<Optional<QueueWatch.Due>> question) {
    try {
      Optional<QueueWatch.Due> next = queue.nextDue();
      current.set(null);
      question.complete(next);
    } catch (Throwable e) {
      fail(question, e);
    }
  }

  /** An Error must also release the next query, or health would stay red for ever. */
  private void fail(CompletableFuture<Optional<QueueWatch.Due>> question, Throwable e) {
    current.set(null);
    question.completeExceptionally(e);
  }
}
