package io.awaken.core.phase.property;

import java.util.List;

/**
 * A random case: hooks, and the programs of actions. Plain data, so that engine and model interpret
 * it independently.
 *
 * @param hooks in order of registration, each a plugin of its own
 * @param programs what an action does; its payload is the index
 */
record Scenario(List<Hook> hooks, List<Program> programs) {

  /** The phases of a case, in their order. */
  static final List<Entered> PHASES =
      List.of(Entered.FIRST, Entered.SECOND, Entered.FIRST, Entered.LAST);

  /** Keys that exclude each other's writers. */
  static final List<String> EXCLUSIVE = List.of("x0", "x1", "x2");

  /** Keys whose updates add up. */
  static final List<String> COMMUTATIVE = List.of("c0", "c1");

  /** No plugin registers a key, action or effect with this name. */
  static final String UNKNOWN = "unknown";

  /** An update by this throws. */
  static final int POISON = 13;

  /** An update of an exclusive key by this removes the value. */
  static final int REMOVAL = 42;

  /** Which phase is entered; an action belongs to one of them by its name. */
  enum Entered {
    FIRST,
    SECOND,
    LAST
  }

  /** When a program throws. */
  enum Trouble {
    NEVER,
    ALWAYS,
    /** When it sees an odd value under the first exclusive key. */
    WHEN_ODD
  }

  /** A step of a program. */
  sealed interface Step {}

  /**
   * @param reads a key whose value is added to the amount; null for none
   */
  record Write(String key, int amount, String reads) implements Step {}

  /**
   * @param action {@code FIRST}, {@code SECOND} or unknown
   */
  record Schedule(String action, int program) implements Step {}

  /**
   * @param payload its handler fails when it is divisible by three
   */
  record Emit(String effect, int payload) implements Step {}

  record Program(Trouble trouble, List<Step> steps) {}

  /**
   * @param ignored whether a failure of this hook is ignored
   */
  record Hook(String name, Entered phase, int priority, boolean ignored, Program program) {}

  /**
   * The observable outcome of a case.
   *
   * @param trace calls of hooks, actions and effects in order, each with the state that it saw
   * @param phases how each phase ended
   * @param state values that are there
   * @param failed actions that failed, in order
   */
  record Seen(List<String> trace, List<String> phases, String state, List<String> failed) {}
}
