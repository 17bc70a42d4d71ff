package io.awaken.core.action;

/**
 * Until when a run may wait for its models. A plugin that limits the time of runs sets it after a
 * failed model call and takes it away after an answer. It is stored with a run that waits, whose
 * other state is that of the beginning of its step.
 *
 * @param begun epoch milliseconds from which the time of the run counts; null for no limit
 * @param at epoch milliseconds at which the time is up; null for no limit
 */
public record RunDeadline(Long begun, Long at) {

  public static final RunDeadline NONE = new RunDeadline(null, null);
}
