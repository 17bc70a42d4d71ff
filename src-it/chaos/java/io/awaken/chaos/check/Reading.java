package io.awaken.chaos.check;

import java.util.List;

/**
 * What one reader of a run heard, over all of its connections.
 *
 * @param reader who
 * @param run which run, or null when that was never said
 * @param whole whether it began at the run's first event
 * @param heard in this order
 */
public record Reading(String reader, String run, boolean whole, List<Heard> heard) {

  public Reading {
    heard = List.copyOf(heard);
  }

  /** Whether it heard the end. */
  boolean ended() {
    return !heard.isEmpty() && heard.getLast().last();
  }
}
