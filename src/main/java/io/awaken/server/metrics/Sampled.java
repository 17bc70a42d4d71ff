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
 * Figures that take a query. A scrape gets at once the result of an earlier one, and has it looked
 * up for the next: a database that hangs or fails holds up no scrape, and where no scrape comes no
 * query is made. However many figures are read of it and however often, it is one query in {@link
 * #SELDOM}. NaN when it is unknown: at first, after a failure, or when the last answer is older
 * than {@link #CURRENT}. Thread-safe.
 *
 * @param <T> what the query finds
 */
public final class Sampled<T> {

  /** Prometheus, too, takes a sample for the current one for five minutes. */
  static final Duration CURRENT = Duration.ofMinutes(5);

  /** Between two queries. */
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
   * Figures without a query so far.
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

  /** One figure of it; reading it never blocks and never throws. */
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
        LOG.log(WARNING, "{0} is unknown and asked for again at the next scrapes: {1}", name, e);
      }
      failed = true;
    } finally {
      last = new Sample<>(value, clock.millis());
      asking.set(false);
    }
  }

  /**
   * @param value null when it could not be had
   */
  private record Sample<T>(T value, long at) {}
}
