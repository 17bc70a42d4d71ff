package io.awaken.server.metrics;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleSupplier;

/**
 * A figure that takes a query. Whoever scrapes gets at once what was found at the scrape before,
 * and has it looked up for the next: a database that hangs or fails holds up no scrape, and where
 * nobody scrapes nothing is asked. NaN when it is unknown: at first, after a failure, or when the
 * last answer is older than {@link #CURRENT}. Thread-safe.
 */
public final class SampledFigure implements DoubleSupplier {

  /** Prometheus, too, takes a sample for the current one for five minutes. */
  static final Duration CURRENT = Duration.ofMinutes(5);

  private static final System.Logger LOG = System.getLogger(SampledFigure.class.getName());

  private final String name;
  private final DoubleSupplier query;
  private final Executor executor;
  private final InstantSource clock;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile Sample last = new Sample(Double.NaN, 0);

  /**
   * A figure that nobody has asked for yet.
   *
   * @param query may block and fail
   * @param executor runs the query, one at a time, on a thread that may block
   */
  public SampledFigure(String name, DoubleSupplier query, Executor executor, InstantSource clock) {
    this.name = name;
    this.query = query;
    this.executor = executor;
    this.clock = clock;
  }

  /** The last known value; never blocks and never throws. */
  @Override
  public double getAsDouble() {
    Sample found = last;
    if (asking.compareAndSet(false, true)) {
      try {
        executor.execute(this::ask);
      } catch (RejectedExecutionException stopping) {
        asking.set(false);
      }
    }
    boolean current = clock.millis() - found.at() <= CURRENT.toMillis();
    return current ? found.value() : Double.NaN;
  }

  private void ask() {
    double value = Double.NaN;
    try {
      value = query.getAsDouble();
    } catch (RuntimeException e) {
      LOG.log(WARNING, "{0} is unknown and asked for again at the next scrape: {1}", name, e);
    } finally {
      last = new Sample(value, clock.millis());
      asking.set(false);
    }
  }

  private record Sample(double value, long at) {}
}
