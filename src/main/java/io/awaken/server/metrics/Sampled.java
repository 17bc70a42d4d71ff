package io.awaken.server.metrics;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Figures that require a query. A scrape returns the previous result immediately and starts the
 * query for the next scrape: a hanging or failing database delays no scrape, and without scrapes
 * there are no queries. At most one query in {@link #SELDOM}, however many figures are read. NaN
 * when unknown: at first, after a failure, or when the result is older than {@link #CURRENT}.
 * Thread-safe.
 *
 * @param <T> the result of the query
 */
public final class Sampled<T> {

  /** Prometheus also considers a sample current for five minutes. */
  static final Duration CURRENT = Duration.ofMinutes(5);

  /** The shortest time between two queries. */
  static final Duration SELDOM = Duration.ofSeconds(5);

  private static final System.Logger LOG = System.getLogger(Sampled.class.getName());

  private final String name;
  private final Supplier<T> query;
  private final Executor executor;
  private final InstantSource clock;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile Sample<T> last;
  private boolean failed;

  /**
   * Creates figures that are unknown until the first query.
   *
   * @param name for the log
   * @param query may block and fail
   * @param executor runs the query, one at a time, on a thread that may block
   */
  public Sampled(String name, Supplier<T> query, Executor executor, InstantSource clock) {
    this.name = name;
    this.query = query;
    this.executor = executor;
    this.clock = clock;
  }

  /** Returns one figure; reading it never blocks and never throws. */
  public DoubleSupplier figure(ToDoubleFunction<T> of) {
    return () -> {
      Sample<T> found = current();
      return found == null || found.value() == null ? Double.NaN : of.applyAsDouble(found.value());
    };
  }

  private Sample<T> current() {
    Sample<T> found = last;
    Duration age = found == null ? CURRENT : Duration.ofMillis(clock.millis() - found.at());
    if (age.compareTo(SELDOM) >= 0 && asking.compareAndSet(false, true)) {
      try {
        executor.execute(this::ask);
      } catch (RejectedExecutionException stopping) {
        asking.set(false);
      }
    }
    return age.compareTo(CURRENT) <= 0 ? found : null;
  }

  private void ask() {
    T value = null;
    try {
      value = query.get();
      failed = false;
    } catch (RuntimeException e) {
      if (!failed) {
        LOG.log(WARNING, "{0} is unknown and queried again at the next scrapes: {1}", name, e);
      }
      failed = true;
    } finally {
      last = new Sample<>(value, clock.millis());
      asking.set(false);
    }
  }

  /**
   * @param value null if unknown
   */
  private record Sample<T>(T value, long at) {}
}
