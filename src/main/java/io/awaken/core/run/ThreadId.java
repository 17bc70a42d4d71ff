package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** The id of a thread. */
public record ThreadId(@JsonValue String value) {

  public ThreadId {
    Ids.check("thread_id", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
