package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Input modalities of a model. */
public enum Modality {
  TEXT,
  IMAGE,
  AUDIO,
  VIDEO,
  /** A document such as PDF; one of text is {@link #TEXT}. */
  DOCUMENT;

  /** The name in documents: lower case, for media the name of its kind. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
