package io.awaken.server;

import io.awaken.core.store.job.QueueWatch.Due;
import io.awaken.server.NodeHealth.State;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/**
 * Checks whether a node can work, with one query to its store. Changes are logged once.
 * Thread-safe.
 */
final class HealthMonitor {
  static final String OK = "ok";
  private static final String STALLED = "stalled";
  private static final String UNKNOWN = "unknown";
  private static final System.Logger LOG = System.getLogger(NodeHealth.class.getName());

  private final AtomicReference<String> lastStore = new AtomicReference<>(OK);
  private final AtomicReference<String> lastQueue = new AtomicReference<>(OK);
  private final Question question;
  private final QueueProgress progress;
  private final BooleanSupplier room;
  private final BooleanSupplier draining;

  /** Asks the store for the job that is to be claimed next; see {@link StoreProbe#ask}. */
  interface Question {
    Optional<Due> ask() throws InterruptedException, ExecutionException;
  }

  /**
   * @param room whether the node takes more runs now
   * @param draining whether it no longer takes any
   */
  HealthMonitor(
      Question question, QueueProgress progress, BooleanSupplier room, BooleanSupplier draining) {
    this.question = question;
    this.progress = progress;
    this.room = room;
    this.draining = draining;
  }

  State check() {
    String store;
    String queue = UNKNOWN;
    String reason = "no answer within five seconds";
    try {
      Optional<Due> next = question.ask();
      store = OK;
      queue = progress.stalled(next, room.getAsBoolean()) ? STALLED : OK;
    } catch (TimeoutException e) {
      store = "timeout";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      store = "timeout";
    } catch (ExecutionException | RuntimeException e) {
      store = "error";
      reason = e.getMessage();
    }
    logStore(store.equals(OK), lastStore.getAndSet(store).equals(OK), reason);
    if (!queue.equals(UNKNOWN)) {
      logQueue(queue.equals(OK), lastQueue.getAndSet(queue).equals(OK));
    }
    return new State(store, draining.getAsBoolean() ? "draining" : OK, queue);
  }

  private static void logStore(boolean answers, boolean answered, String reason) {
    if (answers != answered) {
      LOG.log(
          answers ? Level.INFO : Level.WARNING,
          answers
              ? "The store answers again: /health is 200 from now on"
              : "The store does not answer: {0}. /health is 503 until it does",
          reason);
    }
  }

  private static void logQueue(boolean moves, boolean moved) {
    if (moves != moved) {
      LOG.log(
          moves ? Level.INFO : Level.WARNING,
          moves
              ? "Jobs of the queue are claimed again: /health is 200 from now on"
              : "A job has been due for longer than two polls and a lease, no node has claimed it,"
                  + " and this node's queue makes no progress: /health is 503 until a node claims"
                  + " it");
    }
  }
}
