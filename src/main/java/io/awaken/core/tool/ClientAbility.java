package io.awaken.core.tool;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What the client that calls a tool may be able to do for it; only MCP clients declare this. */
public enum ClientAbility {
  /** Shows forms to people. */
  ELICITATION,
  /** Queries its own model. */
  SAMPLING,
  /** Lists the folders its user works in. */
  ROOTS;

  /** As the Model Context Protocol names it. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
