package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** Names one claim of a thread's slot; the owner of the current one owns the thread. */
public record ClaimToken(@JsonValue String value) {

  public ClaimToken {
    Ids.check("claim_token", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
