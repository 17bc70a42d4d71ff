package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** The id of a run. */
public record RunId(@JsonValue String value) {

  public RunId {
    Ids.check("run_id", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
