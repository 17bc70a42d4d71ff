package io.awaken.chaos.client;

import io.awaken.chaos.check.Heard;
import io.awaken.chaos.check.Reading;
import io.awaken.chaos.client.Wire.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reads one run, over as many connections as it takes, and hangs up now and then by itself. */
final class Follower {

  private static final long PAUSE_MILLIS = 50;

  private final String name;
  private final Surroundings at;
  private final Random dice;
  private final List<Heard> heard = new CopyOnWriteArrayList<>();
  private volatile String run;
  private volatile boolean whole;
  private int cuts;
  private int untilCut;

  /**
   * @param run which; null when its first event will tell
   * @param cuts how often it hangs up
   */
  Follower(String name, Surroundings at, Random dice, String run, int cuts) {
    this.name = name;
    this.at = at;
    this.dice = dice;
    this.run = run;
    this.whole = run != null;
    this.cuts = cuts;
    this.untilCut = 1 + dice.nextInt(25);
    at.journal().reads(this::reading);
  }

  private Reading reading() {
    return new Reading(name, run, whole, heard);
  }

  String run() {
    return run;
  }

  /** The last event or reset that it has; null before the first. */
  private Heard last() {
    for (Heard frame : heard.reversed()) {
      if (frame.name() == null) {
        return frame;
      }
    }
    return null;
  }

  boolean done() {
    return last() != null && last().last();
  }

  boolean pauses() {
    return last() != null && last().pause();
  }

  /** Reads what a connection brings until it ends, breaks, or the follower hangs up. */
  void listen(Reply reply) {
    try (reply) {
      var frames = new Frames(reply.body(), at.clock(), at.clock()::over);
      for (Heard frame = frames.next(); frame != null; frame = frames.next()) {
        take(frame);
        untilCut--;
        if (cuts > 0 && untilCut <= 0 && run != null) {
          cuts--;
          untilCut = 1 + dice.nextInt(40);
          return;
        }
      }
    } catch (IOException broken) {
      // So are streams of servers that die; the reader comes back.
    }
  }

  private void take(Heard frame) {
    if (heard.isEmpty()) {
      whole = frame.event() && frame.sequence() == 1;
    }
    if (run == null && (frame.type().equals("run_start") || !frame.ending().isEmpty())) {
      run = frame.field("run_id");
    }
    heard.add(frame);
  }

  /** Reads on until the run is over or waits for somebody. */
  void readOn() {
    while (!done()) {
      if (at.clock().over()) {
        throw new GaveUp("%s waited in vain for the end of run %s".formatted(name, run));
      }
      if (comeBack() && pauses()) {
        return;
      }
    }
  }

  /**
   * Opens one more connection, at any node.
   *
   * @return whether it was told that nothing follows now, or heard something
   */
  private boolean comeBack() {
    int before = heard.size();
    Map<String, String> headers =
        heard.isEmpty() ? Map.of() : Map.of("Last-Event-ID", heard.getLast().id());
    String path = "v1/runs/" + run + "/events/stream";
    try {
      Reply reply = at.wire().send(at.wire().any(dice), "GET", path, headers, null);
      if (reply.status() == 204) {
        reply.close();
        Clock.pass(PAUSE_MILLIS);
        return true;
      }
      if (reply.status() == 200) {
        listen(reply);
        return heard.size() > before;
      }
      refuse(reply);
    } catch (IOException notThere) {
      // The next node, or the same one a little later.
    }
    Clock.pass(PAUSE_MILLIS);
    return false;
  }

  private void refuse(Reply reply) throws IOException {
    try (reply) {
      if (reply.status() != 503 && reply.ours()) {
        throw new GaveUp(
            "%s of run %s behind %s was refused: %d %s"
                .formatted(name, run, last(), reply.status(), reply.text()));
      }
    }
  }
}
