package io.awaken.core.phase;

/** A part of a plugin took longer than its deadline. */
final class HookTimeout extends Exception {

  private static final long serialVersionUID = 1L;

  HookTimeout(long seconds) {
    super("took longer than " + seconds + " s");
  }
}
