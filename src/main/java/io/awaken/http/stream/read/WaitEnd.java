package io.awaken.http.stream.read;

/** Why nobody waits for a run any longer. */
public enum WaitEnd {
  /** Nothing follows in the run, unless somebody does something. */
  RESTS,
  /** The time is up. */
  TIME_UP,
  /** The node goes down. */
  DRAINING
}
