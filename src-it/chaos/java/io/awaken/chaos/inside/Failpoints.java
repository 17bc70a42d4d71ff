package io.awaken.chaos.inside;

import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The named points of a server's writes. A point does nothing until a file of its name lies in the
 * folder that the system property {@value #FOLDER} names.
 */
public final class Failpoints {

  public static final String FOLDER = "chaos.points";

  /** Threads whose ids begin like this have runs that cannot be written. */
  public static final String POISONED = "poisoned-";

  private static final int KILLED = 137;
  private static final Path AT = Path.of(System.getProperty(FOLDER, "."));
  private static final Map<String, AtomicInteger> PASSED = new ConcurrentHashMap<>();

  private Failpoints() {}

  /** Passes a point, or not. */
  static void pass(String point, ThreadId thread) {
    Path file = AT.resolve(point);
    if (Files.exists(file)) {
      Failpoint.read(file)
          .filter(failpoint -> thread.value().startsWith(failpoint.thread()))
          .ifPresent(failpoint -> pass(failpoint, file));
    }
  }

  private static void pass(Failpoint failpoint, Path file) {
    int before =
        PASSED.computeIfAbsent(failpoint.id(), id -> new AtomicInteger()).getAndIncrement();
    if (before == failpoint.skip() || failpoint.repeats() && before > failpoint.skip()) {
      happens(failpoint, file);
    }
  }

  private static void happens(Failpoint failpoint, Path file) {
    if (!failpoint.repeats()) {
      remove(file);
    }
    switch (failpoint.action()) {
      case HALT -> Runtime.getRuntime().halt(KILLED);
      case DELAY -> LockSupport.parkNanos(Failpoint.DELAY_MILLIS * 1_000_000);
      case FAIL -> throw failure(file.getFileName().toString());
    }
  }

  /** Of a message that cannot be accepted the sender is told that it may come again. */
  private static RuntimeException failure(String point) {
    var failure = new IllegalStateException("failed at " + point);
    return point.endsWith("-submit") ? new StoreUnavailable("as planned", failure) : failure;
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
