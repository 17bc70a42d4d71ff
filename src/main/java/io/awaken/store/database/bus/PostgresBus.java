package io.awaken.store.database.bus;

import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.store.database.DedicatedConnection;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/**
 * The bus between nodes that share a PostgreSQL database. Hints become notifications, several in
 * each, some milliseconds after they were published, in separate transactions; a node receives them
 * on a connection that stays open. Without a connection no hints are sent or received, and polling
 * replaces them; afterwards subscribers receive a hint to poll.
 */
public final class PostgresBus implements EventBus {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final BusSender sender;
  private final BusListener listener;

  /**
   * Opens nothing yet.
   *
   * @param source preferably without a shared pool; two connections stay open
   * @param node a unique id, even among nodes with the same name
   * @param coalesce how long hints are gathered; default 15 ms
   * @param nanos a monotonic clock in nanoseconds
   */
  public PostgresBus(DataSource source, String node, Duration coalesce, LongSupplier nanos) {
    var log = new BusLog();
    var unheardSince = new AtomicLong();
    sender =
        new BusSender(
            new DedicatedConnection(source, LIMIT, "sends hints to other nodes"),
            new HintText(node),
            coalesce,
            nanos,
            log,
            unheardSince);
    listener =
        new BusListener(
            new DedicatedConnection(source, LIMIT, "receives hints of other nodes"),
            node,
            nanos,
            log,
            unheardSince);
  }

  @Override
  public boolean publishFrom(Source source) {
    return sender.offer(source);
  }

  @Override
  public void subscribe(Consumer<Hint> subscriber) {
    listener.add(subscriber);
  }

  @Override
  public Map<String, Runnable> duties() {
    return Map.of("awaken-bus-sender", sender, "awaken-bus-listener", listener);
  }

  @Override
  public void close() {
    sender.close();
    listener.close();
  }

  /**
   * Logs once that hints of other nodes are not received, and once that they are again.
   * Thread-safe.
   */
  static final class BusLog {
    private static final System.Logger LOG = System.getLogger(PostgresBus.class.getName());

    private final AtomicBoolean broken = new AtomicBoolean();

    void broken(String why) {
      if (broken.compareAndSet(false, true)) {
        LOG.log(
            Level.WARNING,
            "Notifications between nodes do not work: {0}. Until they do, this node polls,"
                + " and its streams of runs on other nodes read the log every 2 s",
            why);
      }
    }

    void works() {
      if (broken.get() && broken.compareAndSet(true, false)) {
        LOG.log(Level.INFO, "Notifications between nodes work again");
      }
    }

    /** Logs an exception of a listener. */
    void refused(Throwable failure) {
      LOG.log(Level.WARNING, "a hint could not be processed; polling replaces it", failure);
    }
  }
}
