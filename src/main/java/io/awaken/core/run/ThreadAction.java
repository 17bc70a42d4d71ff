package io.awaken.core.run;

import java.util.Locale;

/** What a caller does with a thread. */
public enum ThreadAction {
  /** Reads its messages, runs, events and media. */
  READ,
  /** Sends messages, stops runs, changes or deletes it. */
  WRITE,
  /** Decides questions of its runs that every caller with this right may decide. */
  DECIDE;

  /** The lower-case name, in requests and documents. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
