package io.awaken.core.phase;

import java.util.List;

/**
 * The outcomes of a node's effects since its start (features row 97).
 *
 * @param attempted effects passed to their handlers; a redelivery counts again
 * @param failed those whose handler failed
 * @param errors key and kind of the newest {@value #NEWEST} failures, oldest first
 */
public record EffectDispatchReport(long attempted, long failed, List<String> errors) {

  /** The number of failures in the report. */
  public static final int NEWEST = 100;

  public EffectDispatchReport {
    errors = List.copyOf(errors);
  }
}
