package io.awaken.core.phase;

import java.util.ArrayList;
import java.util.List;

/**
 * What became of effects (features row 97).
 *
 * @param attempted effects handed to their handlers
 * @param errors why some failed, in order
 */
public record EffectDispatchReport(int attempted, List<String> errors) {

  public static final EffectDispatchReport NONE = new EffectDispatchReport(0, List.of());

  /** Effects that failed. */
  public int failed() {
    return errors.size();
  }

  EffectDispatchReport plus(EffectDispatchReport other) {
    if (attempted == 0 || other.attempted == 0) {
      return attempted == 0 ? other : this;
    }
    var all = new ArrayList<>(errors);
    all.addAll(other.errors);
    return new EffectDispatchReport(attempted + other.attempted, List.copyOf(all));
  }
}
