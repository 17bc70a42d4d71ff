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
 * The named points of a server's writes. A point has no effect until the folder in the system
 * property {@value #FOLDER} contains a file with its name.
 */
public final class Failpoints {

  public static final String FOLDER = "chaos.points";

  /** The id prefix of threads whose runs cannot be written. */
  public static final String POISONED = "poisoned-";

  private static final int EXIT_CODE_OF_KILL = 137;
  private static final Path AT = Path.of(System.getProperty(FOLDER, "."));
  private static final Map<String, AtomicInteger> PASSED = new ConcurrentHashMap<>();

  private Failpoints() {}

  /** Executes the failpoint with this name if it is armed for the thread. */
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
      execute(failpoint, file);
    }
  }

  private static void execute(Failpoint failpoint, Path file) {
    if (!failpoint.repeats()) {
      remove(file);
    }
    switch (failpoint.action()) {
      case HALT -> Runtime.getRuntime().halt(EXIT_CODE_OF_KILL);
      case DELAY -> LockSupport.parkNanos(Failpoint.DELAY_MILLIS * 1_000_000);
      case FAIL -> throw failure(file.getFileName().toString());
    }
  }

  /** For {@code submit}, a failure after which the client repeats the message. */
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
