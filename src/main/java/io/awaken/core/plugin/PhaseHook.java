package io.awaken.core.plugin;

/** Called when a phase is entered, on the run's thread; must not block. */
@FunctionalInterface
public interface PhaseHook {
  void run(PhaseContext context);
}
