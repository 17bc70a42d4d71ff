package io.awaken.chaos.client;

import io.awaken.chaos.bed.Scripts;
import io.awaken.chaos.check.Ask;
import io.awaken.chaos.check.Command;
import io.awaken.chaos.check.Command.What;
import io.awaken.chaos.client.Wire.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What the story of a thread can do. */
final class Actor {

  private static final String ODD =
      " \u00e9\u4e2d\ud835\udd18 \"quoted\" \\ \u2028 <b>&amp; \t end";

  static final String OTHER = "other";

  /** A reader hangs up less often than this. */
  private static final int CUTS = 6;

  private final String thread;
  private final Surroundings at;
  private final Random dice;
  private final List<Thread> companions = new ArrayList<>();
  private int asks;

  Actor(String thread, Surroundings at, Random dice) {
    this.thread = thread;
    this.at = at;
    this.dice = dice;
  }

  Random dice() {
    return dice;
  }

  /** One of them. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  final <T> T any(T... choices) {
    return choices[dice.nextInt(choices.length)];
  }

  Talk talk(Scripts agent, String mode, String... wishes) {
    asks++;
    return talkUnder(thread + "-" + asks, agent, mode, wishes);
  }

  /**
   * @param key may have been used before; what stands behind a bar is not part of it, and {@link
   *     #OTHER} there makes it another message
   */
  Talk talkUnder(String key, Scripts agent, String mode, String... wishes) {
    var own = new Random(dice.nextLong());
    int bar = key.indexOf('|');
    boolean again = bar >= 0 && !key.endsWith(OTHER);
    String text = (again ? key.substring(0, bar) : key) + ODD;
    var ask = new Ask(key, thread, agent.agent(), mode, text, at.clock().now(), List.of());
    return new Talk(at, own, ask, new Decider(at, own, thread, List.of(wishes)), own.nextInt(CUTS));
  }

  /** Does something beside the rest of the story. */
  void meanwhile(Runnable what) {
    companions.add(Thread.ofVirtual().start(() -> guarded(what)));
  }

  private void guarded(Runnable what) {
    try {
      what.run();
    } catch (GaveUp e) {
      at.journal().gaveUp(e.getMessage());
    } catch (RuntimeException e) {
      at.journal().gaveUp("the story of " + thread + " broke: " + e);
    }
  }

  /** Plays it to its end, and those beside it. */
  void play(Story story) {
    guarded(() -> story.play(this));
    for (int i = 0; i < companions.size(); i++) {
      try {
        companions.get(i).join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void pause(int atMostMillis) {
    Clock.pass(dice.nextInt(atMostMillis));
  }

  /** Waits until somebody has said which run it is, or that there is none. */
  String runOf(Talk talk) {
    while (talk.run() == null && !talk.refused() && !at.clock().over()) {
      Clock.pass(10);
    }
    return talk.run();
  }

  void cancel(String run) {
    command(What.CANCEL, run, "v1/runs/" + run + "/cancel");
  }

  void cancelThread() {
    command(What.CANCEL, null, "v1/threads/" + thread + "/cancel");
  }

  void interrupt() {
    command(What.INTERRUPT, null, "v1/threads/" + thread + "/interrupt");
  }

  /** Another reader of a run, from its beginning. */
  void read(String run, String name) {
    var follower = new Follower(thread + name, at, new Random(dice.nextLong()), run, 2);
    while (!follower.done()) {
      follower.readOn();
    }
  }

  /**
   * A message that came too late for the run it was said to begins another one: reads that to its
   * end as well, and answers what it asks.
   */
  void attendWhatFollows(Talk talk) {
    var own = new Random(dice.nextLong());
    var decider = new Decider(at, own, thread, List.of());
    String latest = decider.latest();
    if (!latest.equals(talk.run())) {
      decider.attend(new Follower(thread + "-following", at, own, latest, 0));
    }
  }

  private void command(What what, String run, String path) {
    int status = 0;
    while ((status == 0 || status == 503) && !at.clock().over()) {
      String answer;
      try (Reply reply = at.wire().send(at.wire().any(dice), "POST", path, Map.of(), "")) {
        status = reply.ours() ? reply.status() : 0;
        answer = reply.text();
      } catch (IOException broken) {
        answer = broken.toString();
        Clock.pass(50);
      }
      at.journal()
          .commanded(new Command(at.clock().now(), what, thread, run, "", "", status, answer));
    }
  }
}
