package io.awaken.chaos.client;

import io.awaken.chaos.bed.AgentScript;
import io.awaken.chaos.check.Command;
import io.awaken.chaos.check.Command.What;
import io.awaken.chaos.check.Submission;
import io.awaken.chaos.client.NodeHttp.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The operations that the {@link Story} of a thread consists of. */
final class Actor {

  private static final String ODD =
      " \u00e9\u4e2d\ud835\udd18 \"quoted\" \\ \u2028 <b>&amp; \t end";

  static final String OTHER = "other";

  /** A reader closes its connection fewer times than this. */
  private static final int CUTS = 6;

  private final String thread;
  private final ClientContext context;
  private final Random dice;
  private final List<Thread> companions = new ArrayList<>();
  private int messages;

  Actor(String thread, ClientContext context, Random dice) {
    this.thread = thread;
    this.context = context;
    this.dice = dice;
  }

  Random dice() {
    return dice;
  }

  /** One of the choices, at random. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  final <T> T any(T... choices) {
    return choices[dice.nextInt(choices.length)];
  }

  Exchange exchange(AgentScript agent, String mode, String... actions) {
    messages++;
    return exchangeUnder(thread + "-" + messages, agent, mode, actions);
  }

  /**
   * @param key may be reused; a suffix after {@code |} is not part of it, and the suffix {@link
   *     #OTHER} changes the text of the message
   */
  Exchange exchangeUnder(String key, AgentScript agent, String mode, String... actions) {
    var random = new Random(dice.nextLong());
    int bar = key.indexOf('|');
    boolean repeated = bar >= 0 && !key.endsWith(OTHER);
    String text = (repeated ? key.substring(0, bar) : key) + ODD;
    var submission =
        new Submission(key, thread, agent.agent(), mode, text, context.clock().now(), List.of());
    return new Exchange(
        context,
        random,
        submission,
        new Decider(context, random, thread, List.of(actions)),
        random.nextInt(CUTS));
  }

  /** Starts a part of the story that runs concurrently with the rest. */
  void meanwhile(Runnable part) {
    companions.add(Thread.ofVirtual().start(() -> guarded(part)));
  }

  private void guarded(Runnable part) {
    try {
      part.run();
    } catch (ClientFailure e) {
      context.journal().addFailure(e.getMessage());
    } catch (RuntimeException e) {
      context.journal().addFailure("the story of " + thread + " failed: " + e);
    }
  }

  /** Plays a story and waits for its concurrent parts. */
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
    Clock.sleep(dice.nextInt(atMostMillis));
  }

  /** Waits for the run id of a message; null if the message was refused. */
  String runOf(Exchange exchange) {
    while (exchange.run() == null && !exchange.refused() && !context.clock().expired()) {
      Clock.sleep(10);
    }
    return exchange.run();
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

  /** Reads a run from its beginning with another reader. */
  void read(String run, String name) {
    var follower = new Follower(thread + name, context, new Random(dice.nextLong()), run, 2);
    while (!follower.done()) {
      follower.readUntilPause();
    }
  }

  /**
   * Reads the latest run of the thread to its end if it is not the one of this message: a steering
   * message that its run did not read begins another run.
   */
  void readFollowingRun(Exchange exchange) {
    var random = new Random(dice.nextLong());
    var decider = new Decider(context, random, thread, List.of());
    String latest = decider.latest();
    if (!latest.equals(exchange.run())) {
      decider.readToEnd(new Follower(thread + "-following", context, random, latest, 0));
    }
  }

  private void command(What what, String run, String path) {
    int status = 0;
    while ((status == 0 || status == 503) && !context.clock().expired()) {
      String answer;
      try (Reply reply =
          context.http().send(context.http().any(dice), "POST", path, Map.of(), "")) {
        status = reply.fromApplication() ? reply.status() : 0;
        answer = reply.text();
      } catch (IOException failure) {
        answer = failure.toString();
        Clock.sleep(50);
      }
      context
          .journal()
          .addCommand(
              new Command(context.clock().now(), what, thread, run, "", "", status, answer));
    }
  }
}
