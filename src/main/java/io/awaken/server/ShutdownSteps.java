package io.awaken.server;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The shutdown of a part of the application, step by step. Every step runs, even if earlier ones
 * failed; each failure is logged with its consequence and the step that follows. Build it at start:
 * Payara cannot load a class for the first time while the application ends. Not thread-safe.
 */
final class ShutdownSteps {

  private static final System.Logger LOG = System.getLogger(ShutdownSteps.class.getName());

  private final List<Named> steps = new ArrayList<>();
  private boolean begun;

  /** What a step does. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  private record Named(String purpose, String otherwise, Step step) {}

  /**
   * Adds the step that comes next.
   *
   * @param purpose the action, as in "could not ..."
   * @param otherwise the consequence if the step fails
   */
  ShutdownSteps then(String purpose, String otherwise, Step step) {
    steps.add(new Named(purpose, otherwise, step));
    return this;
  }

  /**
   * Adds a step that closes a part.
   *
   * @param part supplies null if the start failed before creating it
   */
  ShutdownSteps thenClose(
      String purpose, String otherwise, Supplier<? extends AutoCloseable> part) {
    return then(
        purpose,
        otherwise,
        () -> {
          AutoCloseable made = part.get();
          if (made != null) {
            made.close();
          }
        });
  }

  /** Runs all of them, the first time; throws nothing. */
  void run() {
    if (begun) {
      return;
    }
    begun = true;
    for (int i = 0; i < steps.size(); i++) {
      Named each = steps.get(i);
      try {
        each.step().run();
      } catch (Throwable failure) {
        String next =
            i + 1 < steps.size() ? steps.get(i + 1).purpose() : "nothing, this was the last step";
        // Not with + or a pattern: both may need classes that can no longer be loaded.
        LOG.log(
            Level.ERROR,
            "Shutdown could not "
                .concat(each.purpose())
                .concat("; ")
                .concat(each.otherwise())
                .concat(". Next: ")
                .concat(next),
            failure);
        if (failure instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
