package io.awaken.chaos.check;

import java.util.List;

/**
 * The frames that one reader of a run received over all of its connections.
 *
 * @param reader the name of the reader
 * @param run the run id; null if no frame contained it
 * @param whole whether it began with the run's first event
 * @param frames the frames, in the order of arrival
 */
public record Reading(String reader, String run, boolean whole, List<Frame> frames) {

  public Reading {
    frames = List.copyOf(frames);
  }

  /** Whether the last frame is the terminal event. */
  boolean ended() {
    return !frames.isEmpty() && frames.getLast().isTerminal();
  }
}
