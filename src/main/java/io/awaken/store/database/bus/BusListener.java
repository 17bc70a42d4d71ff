package io.awaken.store.database.bus;

import io.awaken.core.event.Hint;
import io.awaken.store.database.DedicatedConnection;
import io.awaken.store.database.bus.PostgresBus.BusLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Receives hints on a dedicated connection. When that breaks, it opens another one and reports
 * missed hints to the subscribers.
 */
final class BusListener implements Runnable {
  private static final int WAIT_MILLIS = 500;

  /**
   * This node receives its own hints; if it does not, the connection is dead or belongs to a
   * pooler.
   */
  private static final Duration MOST_UNHEARD = Duration.ofSeconds(10);

  private static final String CHANNEL = "awaken_";

  private final List<Consumer<Hint>> listeners = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final DedicatedConnection connection;
  private final String node;
  private final LongSupplier nanos;
  private final BusLog log;
  private final AtomicLong unheardSince;
  private final Pauses pauses = new Pauses(closed);
  private Connection listening;
  private boolean tried;
  private boolean missed;

  BusListener(
      DedicatedConnection connection,
      String node,
      LongSupplier nanos,
      BusLog log,
      AtomicLong unheardSince) {
    this.connection = connection;
    this.node = node;
    this.nanos = nanos;
    this.log = log;
    this.unheardSince = unheardSince;
  }

  /** Schemas of one database belong to separate servers. */
  static String channel(Connection connection) throws SQLException {
    return CHANNEL + connection.getSchema();
  }

  void add(Consumer<Hint> listener) {
    listeners.add(listener);
  }

  @Override
  public void run() {
    try {
      while (closed.getCount() > 0) {
        receive();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connection.close();
    }
  }

  private void receive() throws InterruptedException {
    try {
      List<String> payloads = connection.call(this::await);
      if (missed) {
        missed = false;
        publish(new Hint.Missed());
      }
      payloads.forEach(this::take);
      requireEcho();
      pauses.reset();
    } catch (SQLException | RuntimeException e) {
      log.broken(e.getMessage());
      pauses.pause();
    } finally {
      tried = true;
    }
  }

  private List<String> await(Connection opened) throws SQLException {
    if (opened != listening) {
      try (PreparedStatement listen = opened.prepareStatement(listen(channel(opened)))) {
        listen.execute();
      }
      unheardSince.set(0);
      missed = tried;
      listening = opened;
    }
    return Notifications.await(opened, WAIT_MILLIS);
  }

  private static String listen(String channel) {
    return "LISTEN \"" + channel.replace("\"", "\"\"") + '"';
  }

  private void take(String text) {
    HintText.read(text)
        .ifPresent(
            payload -> {
              log.works();
              if (payload.node().equals(node)) {
                unheardSince.set(0);
              } else {
                payload.hints().forEach(this::publish);
              }
            });
  }

  private void publish(Hint hint) {
    for (Consumer<Hint> listener : listeners) {
      try {
        listener.accept(hint);
      } catch (RuntimeException | Error e) {
        log.refused(e);
      }
    }
  }

  private void requireEcho() throws SQLException {
    long since = unheardSince.get();
    if (since != 0 && nanos.getAsLong() - since > MOST_UNHEARD.toNanos()) {
      unheardSince.set(0);
      connection.close();
      throw new SQLException(
          "this node does not receive its own hints; a pooler in front of the database must assign"
              + " a fixed connection to each client");
    }
  }

  void close() {
    closed.countDown();
  }

  /** Pauses between failed attempts, doubled each time; used by one thread. */
  static final class Pauses {
    private static final long FIRST_MILLIS = 250;
    private static final long MOST_MILLIS = 10_000;

    private final CountDownLatch closed;
    private long millis = FIRST_MILLIS;

    /**
     * @param closed ends every pause
     */
    Pauses(CountDownLatch closed) {
      this.closed = closed;
    }

    /** Random, so that nodes that lost their database together do not reconnect together. */
    void pause() throws InterruptedException {
      long jitter = ThreadLocalRandom.current().nextLong(millis / 2 + 1);
      closed.await(millis / 2 + jitter, TimeUnit.MILLISECONDS);
      millis = Math.min(millis * 2, MOST_MILLIS);
    }

    void reset() {
      millis = FIRST_MILLIS;
    }
  }
}
