package io.awaken.core.action;

/**
 * Since when a run waits for a model that asks for patience (failure F34). It goes on waiting, over
 * restarts too, until a model answers or the run may wait no longer.
 *
 * @param since epoch milliseconds at which the first wait began; null while the run does not wait
 * @param until epoch milliseconds at which a model is asked again; null while the run does not wait
 */
public record ModelWaiting(Long since, Long until) {

  public static final ModelWaiting NOT = new ModelWaiting(null, null);
}
