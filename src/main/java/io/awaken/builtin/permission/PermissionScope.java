package io.awaken.builtin.permission;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How long an approval applies (features row 212). */
public enum PermissionScope {
  /** To the approved call only. */
  ONCE,
  /** To the run. */
  SESSION,
  /** To the thread, including its later runs. */
  THREAD,
  /** Defined by the rules of the agent or server; nothing is remembered. */
  PROJECT,
  /** To the caller, in all threads of the tenant. */
  USER;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the approval covers later calls. */
  boolean remembers() {
    return this == SESSION || this == THREAD || this == USER;
  }
}
