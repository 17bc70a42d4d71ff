package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How the calls of one step are executed (features rows 122-125). */
public enum ToolExecutionMode {
  /** In the model's order, one after the other; calls of the client are asked together. */
  SEQUENTIAL,
  /** All concurrently; decisions take effect when every suspended call has one. */
  PARALLEL_BATCH_APPROVAL,
  /** All concurrently; each decision takes effect when it arrives. */
  PARALLEL_STREAMING;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean parallel() {
    return this != SEQUENTIAL;
  }

  /** Whether decisions take effect only when every question of the run has one. */
  public boolean batch() {
    return this == PARALLEL_BATCH_APPROVAL;
  }
}
