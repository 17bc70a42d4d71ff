package io.awaken.core.tool;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What the client that calls a tool may be able to do for it; only clients of MCP say so. */
public enum ClientAbility {
  /** Shows forms to people. */
  ELICITATION,
  /** Asks its own model. */
  SAMPLING,
  /** Says which folders its user works in. */
  ROOTS;

  /** As the Model Context Protocol names it. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
