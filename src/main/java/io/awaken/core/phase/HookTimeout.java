package io.awaken.core.phase;

/** A part of a plugin, or a tool on its run's thread, took longer than its deadline. */
public final class HookTimeout extends Exception {
  private static final long serialVersionUID = 1L;

  HookTimeout() {
    super("took longer than " + HookWatch.DEADLINE.toSeconds() + " s");
  }
}
