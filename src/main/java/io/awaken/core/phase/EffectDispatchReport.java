package io.awaken.core.phase;

import java.util.List;

/**
 * What became of the effects of a node since it began (features row 97).
 *
 * @param attempted effects passed to their handlers; a redelivery counts again
 * @param failed those whose handler failed
 * @param errors why, as the key and the kind of the failure: the newest {@value #NEWEST}, oldest
 *     first
 */
public record EffectDispatchReport(long attempted, long failed, List<String> errors) {

  /** Failures that are logged. */
  public static final int NEWEST = 100;

  public EffectDispatchReport {
    errors = List.copyOf(errors);
  }
}
