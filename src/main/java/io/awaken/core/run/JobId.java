package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** The id of a mailbox job. */
public record JobId(@JsonValue String value) {

  public JobId {
    Ids.check("job_id", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
