package io.awaken.http.submit;

import io.awaken.core.spec.InferenceOverride;
import io.awaken.http.security.Refusal;

/**
 * Whether callers may override settings of their runs' model calls. The wait for a model is always
 * theirs.
 *
 * @param allowed whether they may; off by default, since longer answers and more thinking cost the
 *     operator more
 */
public record OverrideRule(boolean allowed) {

  /**
   * @throws io.awaken.http.security.RefusedException 400 when an override is not allowed
   */
  void check(InferenceOverride override) {
    if (!allowed && !override.setsOnlyWait()) {
      throw Refusal.invalid("overrides", "overrides are not allowed on this server").exception();
    }
  }
}
