package io.awaken.builtin.permission;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** For how long an approval holds (features row 212). */
public enum PermissionScope {
  /** For the call that was asked about. */
  ONCE,
  /** For the run. */
  SESSION,
  /** For the thread, also in its later runs. */
  THREAD,
  /** As long as it stands in the rules of the agent or the server: nothing is remembered. */
  PROJECT,
  /** For the caller, in all threads of the tenant. */
  USER;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether later calls are spared the question. */
  boolean remembers() {
    return this == SESSION || this == THREAD || this == USER;
  }
}
