package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Who sees a message: clients and the model, or the model only (features row 168). */
public enum Visibility {
  EXTERNAL,
  INTERNAL;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
