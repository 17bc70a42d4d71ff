package io.awaken.core.phase;

/** A part of a plugin took longer than its deadline. */
final class HookTimeout extends Exception {
  private static final long serialVersionUID = 1L;

  HookTimeout() {
    super("took longer than " + HookWatch.DEADLINE.toSeconds() + " s");
  }
}
