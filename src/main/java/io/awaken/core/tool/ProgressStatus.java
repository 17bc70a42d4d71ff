package io.awaken.core.tool;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The status that a call reports (features row 179). */
public enum ProgressStatus {
  PENDING,
  RUNNING,
  DONE,
  FAILED,
  CANCELLED;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
