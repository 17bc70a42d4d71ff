package io.awaken.core.suspension;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Which way a suspended call goes (features row 186). */
public enum DecisionAction {
  /** It continues as its ticket's {@link ResumeMode} specifies. */
  RESUME,
  /** It is cancelled; the run may continue. */
  CANCEL;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
