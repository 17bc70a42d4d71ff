package io.awaken.crash;

import java.util.List;
import java.util.Set;

/**
 * A run that is cut off, and what must be true when another node has brought it to its end.
 *
 * @param agent whose run
 * @param before whether it stands before the write, or behind it
 * @param write where it stands; null when only in its tools
 * @param nth which of the writes of its kind, counted from 1
 * @param held tools that did their work and whose answers never arrive
 * @param meanwhile what somebody does before the kill
 * @param models how often the model is asked in all
 * @param calls how often tools are called in all
 * @param asked kinds of questions that people were asked, in order
 */
record Cut(
    String agent,
    boolean before,
    Write write,
    int nth,
    Set<String> held,
    Meanwhile meanwhile,
    int models,
    int calls,
    List<String> asked) {

  /** Stands, in the place of a tool, for the queue in which a run waits. */
  static final String GIVEN_BACK = "given back";

  /** What somebody does to a run before its node is killed. */
  enum Meanwhile {
    NOTHING,
    /** Approves when the run waits, and the node goes on with it. */
    APPROVED_AND_GOES_ON,
    /** Approves when the run waits, and no node takes notice. */
    APPROVED,
    /** Approves while other calls of the step are at work, and the node takes no notice. */
    APPROVED_AT_WORK,
    /** Cancels while a tool is at work, and the node takes no notice. */
    CANCELLED
  }

  static Cut of(String agent) {
    return new Cut(agent, false, null, 1, Set.of(), Meanwhile.NOTHING, 2, 1, List.of());
  }

  Cut before(Write what) {
    return new Cut(agent, true, what, nth, held, meanwhile, models, calls, asked);
  }

  Cut after(Write what) {
    return after(what, 1);
  }

  Cut after(Write what, int which) {
    return new Cut(agent, false, what, which, held, meanwhile, models, calls, asked);
  }

  Cut in(String... tools) {
    return new Cut(agent, before, write, nth, Set.of(tools), meanwhile, models, calls, asked);
  }

  Cut when(Meanwhile what) {
    return new Cut(agent, before, write, nth, held, what, models, calls, asked);
  }

  Cut models(int times) {
    return new Cut(agent, before, write, nth, held, meanwhile, times, calls, asked);
  }

  Cut calls(int times) {
    return new Cut(agent, before, write, nth, held, meanwhile, models, times, asked);
  }

  Cut asks(String... kinds) {
    return new Cut(agent, before, write, nth, held, meanwhile, models, calls, List.of(kinds));
  }

  /** Places at which something of the run stands still before the kill. */
  int stands() {
    boolean byHand =
        switch (meanwhile) {
          case NOTHING, APPROVED_AND_GOES_ON -> false;
          case APPROVED, APPROVED_AT_WORK, CANCELLED -> true;
        };
    return held.size() + (write == null ? 0 : 1) + (byHand ? 1 : 0);
  }
}
