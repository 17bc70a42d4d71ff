package io.awaken.builtin.permission;

import com.fasterxml.jackson.annotation.JsonValue;
import io.awaken.builtin.permission.pattern.Reading;
import java.util.Locale;

/**
 * The effect of a rule on the calls that it matches (features row 208); a later constant is
 * stronger.
 */
public enum PermissionBehavior {
  /** The call needs an approval. */
  ASK,
  /** The call runs. */
  ALLOW,
  /** The call does not run. */
  DENY;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How patterns of such rules treat missing or ambiguous values: always towards fewer calls. */
  Reading reading() {
    return this == ALLOW ? Reading.PERMITTING : Reading.RESTRICTING;
  }
}
