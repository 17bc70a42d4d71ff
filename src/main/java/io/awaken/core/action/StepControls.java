package io.awaken.core.action;

import io.awaken.core.spec.InferenceOverride;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decisions of plugins on the model call of one step (features rows 86-88). Immutable; they do not
 * apply to the next step.
 *
 * @param step the step
 * @param override settings for the call
 * @param included the only tools of the call; null for all
 * @param excluded forbidden tools, even when included
 */
public record StepControls(
    int step, InferenceOverride override, Set<String> included, Set<String> excluded) {

  public static final StepControls NONE =
      new StepControls(0, InferenceOverride.NONE, null, Set.of());

  public StepControls {
    included = included == null ? null : Collections.unmodifiableSet(included);
    excluded = Collections.unmodifiableSet(excluded);
  }

  /**
   * A further decision; null fields leave a setting unchanged.
   *
   * @param step the step it is for
   * @param override settings, merged over earlier ones
   * @param include tools, added to those included before
   * @param exclude tools, added to those excluded before
   */
  public record Change(
      int step, InferenceOverride override, Set<String> include, Set<String> exclude) {}

  /** The decisions for this step. */
  public StepControls of(int current) {
    return step == current ? this : NONE;
  }

  /** Whether a tool may be offered to the model. */
  public boolean admits(String toolId) {
    return (included == null || included.contains(toolId)) && !excluded.contains(toolId);
  }

  StepControls with(Change change) {
    StepControls now = of(change.step());
    return new StepControls(
        change.step(),
        change.override() == null ? now.override : now.override.merged(change.override()),
        change.include() == null ? now.included : union(now.included, change.include()),
        change.exclude() == null ? now.excluded : union(now.excluded, change.exclude()));
  }

  private static Set<String> union(Set<String> some, Set<String> more) {
    var all = new TreeSet<>(more);
    if (some != null) {
      all.addAll(some);
    }
    return all;
  }
}
