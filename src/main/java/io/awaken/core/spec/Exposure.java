package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A protocol that offers an agent (features row 243). */
public enum Exposure {
  /** As a tool of the MCP server. */
  MCP;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
