package io.awaken.core.webhook;

import io.awaken.core.outbound.AddressRefused;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.GuardedLimits;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.store.outbox.OutboxStore.FailedEntry;
import io.awaken.core.store.outbox.OutboxStore.Receivers;
import io.awaken.core.store.suspension.SuspensionStore;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * The duty that delivers outbox entries to receivers outside (S20, S21, F49). Each delivery has a
 * thread of its own; messages of one run for one receiver follow each other. An answer counts by
 * its status alone: its body is not read and redirects are not followed. Thread-safe.
 */
public final class OutsideRelay implements Runnable {

  private static final Logger LOG = System.getLogger(OutsideRelay.class.getName());

  /** Deliveries of this node at once. */
  static final int AT_ONCE = 64;

  /** Of which for one receiver, so that a slow one does not delay the others. */
  static final int PER_RECEIVER = 8;

  private static final GuardedLimits LIMITS = GuardedLimits.of(Duration.ofSeconds(10), 0);

  /** Other nodes skip a taken entry for this time. */
  private static final Duration HOLD = Duration.ofMinutes(1);

  private static final int GONE = 410;

  private final OutboxStore outbox;
  private final SuspensionStore suspensions;
  private final Notices notices;
  private final Receiver receiver;
  private final GuardedHttp http;
  private final Executor executor;
  private final BooleanSupplier draining;

  /** Deliveries by receiver; guarded by itself. */
  private final Map<String, Integer> running = new HashMap<>();

  /** Passes asked for and not begun. */
  private final AtomicInteger asked = new AtomicInteger();

  /**
   * @param outbox has the entries
   * @param suspensions tells whether questions are still open
   * @param notices repeats and escalates questions
   */
  public record Ports(OutboxStore outbox, SuspensionStore suspensions, Notices notices) {}

  /**
   * @param http reaches only checked addresses
   * @param executor runs each task on a thread of its own
   * @param draining whether no further delivery may start
   */
  public OutsideRelay(
      Ports ports,
      Receiver receiver,
      GuardedHttp http,
      Executor executor,
      BooleanSupplier draining) {
    this.outbox = ports.outbox();
    this.suspensions = ports.suspensions();
    this.notices = ports.notices();
    this.receiver = receiver;
    this.http = http;
    this.executor = executor;
    this.draining = draining;
  }

  /** Starts the deliveries that are due; returns at once when another thread is doing so. */
  @Override
  public void run() {
    if (asked.getAndIncrement() > 0) {
      return;
    }
    int seen;
    do {
      seen = asked.get();
      try {
        startAll();
      } catch (RuntimeException e) {
        LOG.log(
            Level.WARNING,
            "looking for messages to receivers outside failed; tried again later",
            e);
      }
    } while (asked.addAndGet(-seen) > 0);
  }

  private void startAll() {
    List<DueEntry> page;
    int room;
    do {
      Set<String> busy;
      synchronized (running) {
        room = AT_ONCE - running.values().stream().mapToInt(Integer::intValue).sum();
        busy =
            running.entrySet().stream()
                .filter(each -> each.getValue() >= PER_RECEIVER)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
      }
      // No more than one receiver may have at once.
      room = Math.min(room, PER_RECEIVER);
      page =
          room <= 0 || draining.getAsBoolean()
              ? List.of()
              : outbox.take(Receivers.OUTSIDE, busy, room, HOLD);
      page.forEach(this::start);
    } while (!page.isEmpty());
  }

  private void start(DueEntry due) {
    count(due, 1);
    executor.execute(
        () -> {
          try {
            deliver(due);
          } catch (RuntimeException e) {
            LOG.log(
                Level.WARNING,
                "entry "
                    + due.entry().id()
                    + " of run "
                    + due.runId()
                    + " failed; tried again later",
                e);
          } finally {
            count(due, -1);
            run();
          }
        });
  }

  private void count(DueEntry due, int more) {
    synchronized (running) {
      running.merge(due.entry().receiver(), more, (a, b) -> a + b == 0 ? null : a + b);
    }
  }

  private void deliver(DueEntry due) {
    if (due.entry().kind() == OutboxEntry.Kind.REMINDER) {
      remind(due);
      return;
    }
    Optional<OutboundRequest> request;
    try {
      request = receiver.request(due);
    } catch (IOException e) {
      failed(due, e.getMessage(), false);
      return;
    }
    if (request.isEmpty()) {
      LOG.log(
          Level.INFO,
          "{0} no longer wants message {1}; it is removed",
          due.entry().key(),
          due.entry().id());
      remove(due);
      return;
    }
    send(due, request.get());
  }

  private void remind(DueEntry due) {
    Optional<OutboxEntry> message = notices.again(due.entry(), suspensions.ofRun(due.runId()));
    if (message.isEmpty()) {
      remove(due);
    } else {
      outbox.replaced(due, List.of(message.get()));
    }
  }

  private void remove(DueEntry due) {
    outbox.remove(due.threadId(), List.of(due.entry().id()));
  }

  private void send(DueEntry due, OutboundRequest request) {
    try (OutboundCall call = http.open(request, LIMITS)) {
      int status = call.head().status();
      if (status >= 200 && status < 300) {
        remove(due);
      } else {
        failed(due, "answered " + status, status == GONE);
      }
    } catch (AddressRefused e) {
      failed(due, e.getMessage(), true);
    } catch (IOException e) {
      failed(due, String.valueOf(e.getMessage()), false);
    } catch (InterruptedException e) {
      // The node stops; another one delivers it when the hold is over.
      Thread.currentThread().interrupt();
    }
  }

  private void failed(DueEntry due, String why, boolean last) {
    String failure =
        why.length() > FailedEntry.MAX_FAILURE ? why.substring(0, FailedEntry.MAX_FAILURE) : why;
    Optional<Duration> wait = last ? Optional.empty() : RetryRules.after(due.attempt());
    if (wait.isPresent()) {
      outbox.postpone(due, wait.get(), failure);
      log(Level.INFO, due, failure, "tried again in " + wait.get());
    } else {
      outbox.giveUp(due, failure);
      log(Level.ERROR, due, failure, "given up until an operator redrives it");
    }
  }

  private static void log(Level level, DueEntry due, String failure, String next) {
    LOG.log(
        level,
        "message {0} of run {1} for {2}, attempt {3}: {4}; {5}",
        due.entry().id(),
        due.runId(),
        due.entry().key(),
        due.attempt(),
        failure,
        next);
  }
}
