package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A protocol that offers an agent (features rows 241, 243). */
public enum Exposure {
  /** As a tool of the MCP server. */
  MCP,
  /** With an agent card, to other agents. */
  A2A;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
