package io.awaken.server;

import io.awaken.core.commit.QueueWatch.Due;
import io.awaken.server.config.Setting;
import io.awaken.server.config.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/**
 * Whether this node can work: its store answers, jobs that are due are claimed, and it does not
 * drain. Costs one query, shared by whoever asks at the same time. What it finds changed is said
 * once in the log.
 */
@ApplicationScoped
public class NodeHealth {
  static final String OK = "ok";
  private static final String UNKNOWN = "unknown";
  private static final System.Logger LOG = System.getLogger(NodeHealth.class.getName());

  private final AtomicReference<String> lastStore = new AtomicReference<>(OK);
  private final AtomicReference<String> lastQueue = new AtomicReference<>(OK);

  @Inject StoreProbe probe;
  @Inject RuntimeHost host;
  private QueueProgress progress;

  /**
   * What was found.
   *
   * @param store ok, error or timeout
   * @param runtime ok or draining
   * @param queue ok, stalled, or unknown while the store does not answer
   */
  public record State(String store, String runtime, String queue) {
    /** Whether requests may be sent here. */
    public boolean ready() {
      return store.equals(OK) && runtime.equals(OK) && queue.equals(OK);
    }
  }

  @PostConstruct
  void prepare() {
    progress = new QueueProgress(patience(host.settings()), System::nanoTime);
  }

  /** Time enough for a poll that just missed the job, the next one, and a claim that is lost. */
  private static Duration patience(Settings settings) {
    return settings.duration(Setting.POLL).multipliedBy(2).plus(settings.duration(Setting.LEASE));
  }

  /** Looks at it now; takes at most some five seconds. */
  public State look() {
    String store;
    String queue = UNKNOWN;
    String reason = "no answer within five seconds";
    try {
      Optional<Due> next = probe.ask();
      store = OK;
      queue = progress.stalled(next, room()) ? "stalled" : OK;
    } catch (TimeoutException e) {
      store = "timeout";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      store = "timeout";
    } catch (ExecutionException | RuntimeException e) {
      store = "error";
      reason = e.getMessage();
    }
    tell(store, reason, queue);
    return new State(store, host.node().draining() ? "draining" : OK, queue);
  }

  private boolean room() {
    return host.node().live().count() < host.settings().count(Setting.MAX_RUNS);
  }

  private void tell(String store, String reason, String queue) {
    boolean answered = store.equals(OK);
    if (answered != lastStore.getAndSet(store).equals(OK)) {
      LOG.log(
          answered ? Level.INFO : Level.WARNING,
          answered
              ? "The store answers again: /health is 200 from now on"
              : "The store does not answer: {0}. /health is 503 until it does",
          reason);
    }
    if (queue.equals(UNKNOWN)) {
      return;
    }
    boolean moves = !queue.equals("stalled");
    if (moves != !lastQueue.getAndSet(queue).equals("stalled")) {
      LOG.log(
          moves ? Level.INFO : Level.WARNING,
          moves
              ? "Jobs of the queue are claimed again: /health is 200 from now on"
              : "A job has been due for longer than two polls and a lease and no node claims it:"
                  + " /health is 503 until one does");
    }
  }
}
