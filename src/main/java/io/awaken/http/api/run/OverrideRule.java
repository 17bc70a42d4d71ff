package io.awaken.http.api.run;

import io.awaken.core.spec.InferenceOverride;
import io.awaken.http.security.Refusal;

/**
 * Whether callers may override settings of their runs' model calls.
 *
 * @param allowed whether they may; by default they may not, since longer answers and more thinking
 *     cost more, which is for the operator to allow
 */
public record OverrideRule(boolean allowed) {

  /**
   * @param asked what the request says; null for nothing
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  InferenceOverride checked(RunOverrides asked) {
    if (asked == null) {
      return InferenceOverride.NONE;
    }
    if (!allowed) {
      throw Refusal.invalid("overrides", "overrides are not allowed on this server").exception();
    }
    return asked.checked();
  }
}
