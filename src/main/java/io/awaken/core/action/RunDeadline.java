package io.awaken.core.action;

/**
 * The deadline of a run for waits for its models. A plugin that limits the time of runs sets it
 * after a failed model call and removes it after an answer. It is stored with a waiting run, whose
 * other state is that at the start of its step.
 *
 * @param begun start of the run's time in epoch milliseconds; null for no limit
 * @param at end of the run's time in epoch milliseconds; null for no limit
 */
public record RunDeadline(Long begun, Long at) {

  public static final RunDeadline NONE = new RunDeadline(null, null);
}
