package io.awaken.store.database.bus;

import io.awaken.core.event.EventBus.Source;
import io.awaken.core.event.Hint;
import io.awaken.store.database.DedicatedConnection;
import io.awaken.store.database.bus.BusListener.Pauses;
import io.awaken.store.database.bus.PostgresBus.BusLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Sends hints: gathers them for a moment and sends them in one separate transaction. Hints that
 * cannot be sent are lost; the next successful send reports that to the other nodes.
 */
final class BusSender implements Runnable {
  private static final int MOST_WAITING = 10_000;
  private static final long LOOK_MILLIS = 500;

  private static final String NOTIFY = "SELECT pg_notify(?, payload) FROM unnest(?) payload";

  /** A hint is not worth a disk sync, which would block other notifications. */
  private static final String AT_ONCE = "SET synchronous_commit = off";

  private final BlockingQueue<Source> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final AtomicBoolean lost = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final DedicatedConnection connection;
  private final HintText text;
  private final Duration coalesce;
  private final LongSupplier nanos;
  private final BusLog log;

  /** Time since which no sent hint has come back; 0 when none is missing. */
  private final AtomicLong unheardSince;

  private final Pauses pauses = new Pauses(closed);
  private Connection prepared;
  private String channel;

  BusSender(
      DedicatedConnection connection,
      HintText text,
      Duration coalesce,
      LongSupplier nanos,
      BusLog log,
      AtomicLong unheardSince) {
    this.connection = connection;
    this.text = text;
    this.coalesce = coalesce;
    this.nanos = nanos;
    this.log = log;
    this.unheardSince = unheardSince;
  }

  boolean offer(Source source) {
    if (closed.getCount() == 0) {
      return false;
    }
    if (!waiting.offer(source)) {
      lost.set(true);
      return false;
    }
    return true;
  }

  @Override
  public void run() {
    try {
      while (closed.getCount() > 0 || !waiting.isEmpty()) {
        Source first = waiting.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          send(taken(gather(first)));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Error e) {
      // The hints it had taken are lost; its next connection reports that.
      unheardSince.set(0);
      lost.set(true);
      throw e;
    } finally {
      connection.close();
    }
  }

  private List<Source> gather(Source first) throws InterruptedException {
    var gathered = new ArrayList<Source>();
    long end = nanos.getAsLong() + coalesce.toNanos();
    for (Source next = first; next != null; next = nextUntil(end)) {
      gathered.add(next);
    }
    waiting.drainTo(gathered);
    return gathered;
  }

  private Source nextUntil(long end) throws InterruptedException {
    long left = closed.getCount() == 0 ? 0 : end - nanos.getAsLong();
    return left <= 0 ? null : waiting.poll(left, TimeUnit.NANOSECONDS);
  }

  private LinkedHashSet<Hint> taken(List<Source> sources) {
    var hints = new LinkedHashSet<Hint>();
    if (lost.getAndSet(false)) {
      hints.add(new Hint.Missed());
    }
    for (Source source : sources) {
      try {
        hints.addAll(source.take());
      } catch (RuntimeException | Error e) {
        log.refused(e);
      }
    }
    return hints;
  }

  private void send(LinkedHashSet<Hint> hints) throws InterruptedException {
    if (hints.isEmpty()) {
      return;
    }
    try {
      Object[] payloads = text.write(hints).toArray();
      unheardSince.compareAndSet(0, nanos.getAsLong());
      connection.call(opened -> send(opened, payloads));
      pauses.reset();
    } catch (SQLException | RuntimeException e) {
      unheardSince.set(0);
      lost.set(true);
      log.broken(e.getMessage());
      pauses.pause();
    }
  }

  private Void send(Connection opened, Object[] payloads) throws SQLException {
    if (opened != prepared) {
      try (PreparedStatement set = opened.prepareStatement(AT_ONCE)) {
        set.execute();
      }
      channel = BusListener.channel(opened);
      prepared = opened;
    }
    try (PreparedStatement notify = opened.prepareStatement(NOTIFY)) {
      notify.setString(1, channel);
      notify.setArray(2, opened.createArrayOf("text", payloads));
      notify.execute();
    }
    return null;
  }

  void close() {
    closed.countDown();
  }
}
