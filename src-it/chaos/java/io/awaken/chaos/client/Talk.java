package io.awaken.chaos.client;

import io.awaken.chaos.check.Ask;
import io.awaken.chaos.client.Wire.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** One message: sent under its key until it is answered, and its run read to the end. */
final class Talk {

  private static final long PAUSE_MILLIS = 60;

  private final Surroundings at;
  private final Random dice;
  private final Ask ask;
  private final Decider decider;
  private final List<Supplier<Ask.Answer>> answers = new CopyOnWriteArrayList<>();
  private final int cuts;
  private volatile Follower follower;

  /**
   * @param ask without answers yet
   * @param cuts how often its reader hangs up
   */
  Talk(Surroundings at, Random dice, Ask ask, Decider decider, int cuts) {
    this.at = at;
    this.dice = dice;
    this.ask = ask;
    this.decider = decider;
    this.cuts = cuts;
    at.journal().asks(this::asked);
  }

  private Ask asked() {
    return new Ask(
        ask.key(), ask.thread(), ask.agent(), ask.mode(), ask.text(), ask.sent(), answers());
  }

  private List<Ask.Answer> answers() {
    return answers.stream().map(Supplier::get).toList();
  }

  private void answered(int status, String code, Follower told) {
    long now = at.clock().now();
    answers.add(() -> new Ask.Answer(now, status, code, told == null ? null : told.run()));
  }

  /** The run that came of it; null as long as nobody has said. */
  String run() {
    Follower current = follower;
    return current == null ? null : current.run();
  }

  /** Whether it was refused. */
  boolean refused() {
    return answers().stream().anyMatch(answer -> answer.status() >= 400);
  }

  /** Sends it, reads the run to its end, and answers what it asks. Returns when it is over. */
  void hold() {
    if (submitted()) {
      decider.attend(follower);
    }
  }

  /**
   * Sends it until it is answered and the run is known.
   *
   * @return false when it was refused
   */
  private boolean submitted() {
    for (int attempt = 1; !at.clock().over(); attempt++) {
      try {
        Reply reply = send();
        if (reply.status() == Ask.ACCEPTED) {
          follower = new Follower(ask.key() + "#" + attempt, at, dice, null, cuts);
          answered(Ask.ACCEPTED, null, follower);
          follower.listen(reply);
          if (follower.run() != null) {
            return true;
          }
        } else if (refused(reply)) {
          return false;
        }
      } catch (IOException broken) {
        answered(0, broken.toString(), null);
      }
      Clock.pass(PAUSE_MILLIS);
    }
    throw new GaveUp(ask.key() + " was never answered: " + answers());
  }

  private Reply send() throws IOException {
    return at.wire()
        .send(at.wire().any(dice), "POST", "v1/runs", Map.of("Idempotency-Key", key()), ask.body());
  }

  /** What stands behind a bar tells asks under the same key apart. */
  private String key() {
    int bar = ask.key().indexOf('|');
    return bar < 0 ? ask.key() : ask.key().substring(0, bar);
  }

  private boolean refused(Reply reply) throws IOException {
    try (reply) {
      boolean meant = reply.ours() && reply.status() != 503;
      String why = reply.text();
      answered(meant ? reply.status() : 0, why, null);
      return meant;
    }
  }
}
