package io.awaken.core.action;

/**
 * The wait of a run for a model that requires a delay (failure F34). It continues, even after
 * restarts, until a model answers or the maximum wait is over.
 *
 * @param since start of the first wait in epoch milliseconds; null without a wait
 * @param until time of the next model call in epoch milliseconds; null without a wait
 */
public record ModelWaiting(Long since, Long until) {

  public static final ModelWaiting NOT = new ModelWaiting(null, null);
}
