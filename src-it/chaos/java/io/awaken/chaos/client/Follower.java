package io.awaken.chaos.client;

import io.awaken.chaos.check.Frame;
import io.awaken.chaos.check.Reading;
import io.awaken.chaos.client.NodeHttp.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reads one run to its end: reconnects when a stream breaks, and sometimes closes it itself. */
final class Follower {

  private static final long PAUSE_MILLIS = 50;

  private final String name;
  private final ClientContext context;
  private final Random dice;
  private final List<Frame> received = new CopyOnWriteArrayList<>();
  private volatile String run;
  private volatile boolean whole;
  private int cuts;
  private int untilCut;

  /**
   * @param run the run id; null if the first event of the stream contains it
   * @param cuts how many times it closes its connection
   */
  Follower(String name, ClientContext context, Random dice, String run, int cuts) {
    this.name = name;
    this.context = context;
    this.dice = dice;
    this.run = run;
    this.whole = run != null;
    this.cuts = cuts;
    this.untilCut = 1 + dice.nextInt(25);
    context.journal().addReading(this::reading);
  }

  private Reading reading() {
    return new Reading(name, run, whole, received);
  }

  String run() {
    return run;
  }

  /** The last event or reset; null before the first. */
  private Frame last() {
    for (Frame frame : received.reversed()) {
      if (frame.name() == null) {
        return frame;
      }
    }
    return null;
  }

  boolean done() {
    return last() != null && last().isTerminal();
  }

  boolean isSuspended() {
    return last() != null && last().isSuspension();
  }

  /** Reads a stream until it ends or breaks, or the follower closes it. */
  void listen(Reply reply) {
    try (reply) {
      var stream = new FrameReader(reply.body(), context.clock(), context.clock()::expired);
      for (Frame frame = stream.next(); frame != null; frame = stream.next()) {
        take(frame);
        untilCut--;
        if (cuts > 0 && untilCut <= 0 && run != null) {
          cuts--;
          untilCut = 1 + dice.nextInt(40);
          return;
        }
      }
    } catch (IOException failure) {
      // A killed server breaks its streams; the reader reconnects.
    }
  }

  private void take(Frame frame) {
    if (received.isEmpty()) {
      whole = frame.isRunEvent() && frame.sequence() == 1;
    }
    if (run == null && (frame.type().equals("run_start") || !frame.terminationType().isEmpty())) {
      run = frame.field("run_id");
    }
    received.add(frame);
  }

  /** Reads until the run has ended or is suspended. */
  void readUntilPause() {
    while (!done()) {
      if (context.clock().expired()) {
        throw new ClientFailure(
            "%s did not receive the end of run %s in time".formatted(name, run));
      }
      if (reconnect() && isSuspended()) {
        return;
      }
    }
  }

  /**
   * Opens another connection, to any node.
   *
   * @return whether the node answered that no events follow, or sent some
   */
  private boolean reconnect() {
    int before = received.size();
    Map<String, String> headers =
        received.isEmpty() ? Map.of() : Map.of("Last-Event-ID", received.getLast().id());
    String path = "v1/runs/" + run + "/events/stream";
    try {
      Reply reply = context.http().send(context.http().any(dice), "GET", path, headers, null);
      if (reply.status() == 204) {
        reply.close();
        Clock.sleep(PAUSE_MILLIS);
        return true;
      }
      if (reply.status() == 200) {
        listen(reply);
        return received.size() > before;
      }
      checkRefusal(reply);
    } catch (IOException unavailable) {
      // The next attempt uses any node.
    }
    Clock.sleep(PAUSE_MILLIS);
    return false;
  }

  private void checkRefusal(Reply reply) throws IOException {
    try (reply) {
      if (reply.status() != 503 && reply.fromApplication()) {
        throw new ClientFailure(
            "%s of run %s was refused after %s: %d %s"
                .formatted(name, run, last(), reply.status(), reply.text()));
      }
    }
  }
}
