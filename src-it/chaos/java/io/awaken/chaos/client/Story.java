package io.awaken.chaos.client;

import io.awaken.chaos.bed.AgentScript;
import java.util.Random;
import java.util.function.Consumer;

/** A sequence of messages and commands that a client sends to one thread. */
public enum Story {
  /** One message. */
  PLAIN(
      actor ->
          actor
              .exchange(
                  actor.any(
                      AgentScript.TALKER,
                      AgentScript.BOOKER,
                      AgentScript.PAYER,
                      AgentScript.TRIO,
                      AgentScript.ROW,
                      AgentScript.WALKER),
                  "interrupt")
              .complete()),

  /** Two messages, the second after the end of the first run. */
  SEQUEL(
      actor -> {
        actor.exchange(actor.any(AgentScript.BOOKER, AgentScript.PAYER), "interrupt").complete();
        actor.exchange(actor.any(AgentScript.TALKER, AgentScript.ROW), "reject").complete();
      }),

  /** The same message twice at the same time, then a different one with its key. */
  DOUBLE(
      actor -> {
        AgentScript agent = actor.any(AgentScript.BOOKER, AgentScript.TALKER, AgentScript.PAYER);
        Exchange first = actor.exchange(agent, "queue");
        String key = "double-" + actor.dice().nextLong();
        Exchange one = actor.exchangeUnder(key + "|1", agent, "queue");
        Exchange other = actor.exchangeUnder(key + "|2", agent, "queue");
        actor.meanwhile(one::complete);
        actor.meanwhile(other::complete);
        first.complete();
        actor.runOf(one);
        actor.exchangeUnder(key + "|" + Actor.OTHER, agent, "queue").complete();
      }),

  /** A message whose run is cancelled. */
  CANCELLED(
      actor -> {
        Exchange exchange =
            actor.exchange(
                actor.any(AgentScript.TALKER, AgentScript.ROW, AgentScript.TRIO), "interrupt");
        actor.meanwhile(
            () -> {
              String run = actor.runOf(exchange);
              actor.pause(700);
              if (run != null) {
                actor.cancel(run);
                actor.pause(100);
                actor.cancel(run);
              }
            });
        exchange.complete();
      }),

  /** A second message that interrupts the first one's run. */
  INTERRUPTED(
      actor -> {
        Exchange first =
            actor.exchange(actor.any(AgentScript.TALKER, AgentScript.WALKER), "interrupt");
        actor.meanwhile(first::complete);
        actor.runOf(first);
        actor.pause(500);
        actor.exchange(actor.any(AgentScript.BOOKER, AgentScript.TALKER), "interrupt").complete();
      }),

  /** Three messages at once, whose runs are queued. */
  QUEUED(
      actor -> {
        Exchange first = actor.exchange(AgentScript.BOOKER, "queue");
        Exchange second = actor.exchange(AgentScript.PAYER, "queue");
        Exchange third = actor.exchange(AgentScript.BOOKER, "queue");
        actor.meanwhile(first::complete);
        actor.meanwhile(second::complete);
        third.complete();
      }),

  /** Two queued messages, and an interruption of the thread. */
  CLEARED(
      actor -> {
        Exchange first = actor.exchange(AgentScript.WALKER, "queue");
        Exchange second = actor.exchange(AgentScript.PAYER, "queue");
        actor.meanwhile(first::complete);
        actor.meanwhile(second::complete);
        actor.runOf(first);
        actor.pause(500);
        actor.interrupt();
        actor.pause(100);
        actor.exchange(AgentScript.BOOKER, "queue").complete();
      }),

  /** A message that steers an active run. */
  STEERED(
      actor -> {
        Exchange first = actor.exchange(AgentScript.WALKER, "interrupt");
        actor.meanwhile(first::complete);
        actor.runOf(first);
        actor.pause(500);
        Exchange second = actor.exchange(AgentScript.WALKER, "steer");
        second.complete();
        actor.readFollowingRun(second);
      }),

  /** A steered run that is cancelled: a message that it has not read begins another run. */
  STEERED_IN_VAIN(
      actor -> {
        Exchange first = actor.exchange(AgentScript.WALKER, "interrupt");
        actor.meanwhile(first::complete);
        String run = actor.runOf(first);
        actor.pause(400);
        Exchange second = actor.exchange(AgentScript.WALKER, "steer");
        actor.meanwhile(
            () -> {
              actor.pause(300);
              if (run != null) {
                actor.cancel(run);
              }
            });
        second.complete();
        actor.readFollowingRun(second);
      }),

  /** A message in mode {@code reject} to a thread that may have an active run. */
  REJECTED(
      actor -> {
        Exchange first = actor.exchange(AgentScript.TALKER, "interrupt");
        actor.meanwhile(first::complete);
        actor.runOf(first);
        actor.pause(400);
        actor.exchange(AgentScript.BOOKER, "reject").complete();
      }),

  /** A call that two approvers approve. */
  APPROVED(
      actor ->
          actor
              .exchange(
                  actor.any(AgentScript.ASKER, AgentScript.ASKING_PAYER),
                  "interrupt",
                  "resume",
                  "resume")
              .complete()),

  /** A call about which three approvers disagree. */
  DISPUTED(
      actor ->
          actor
              .exchange(
                  actor.any(AgentScript.ASKER, AgentScript.ASKING_PAYER),
                  "interrupt",
                  "resume",
                  "cancel",
                  "resume")
              .complete()),

  /** A call that is approved while its run is cancelled. */
  WITHDRAWN(
      actor -> {
        Exchange exchange = actor.exchange(AgentScript.ASKER, "interrupt", "resume");
        actor.meanwhile(
            () -> {
              String run = actor.runOf(exchange);
              actor.pause(300);
              if (run != null) {
                actor.cancel(run);
              }
            });
        exchange.complete();
      }),

  /** A run with several readers. */
  WATCHED(
      actor -> {
        Exchange exchange =
            actor.exchange(actor.any(AgentScript.WALKER, AgentScript.TALKER), "interrupt");
        actor.meanwhile(
            () -> {
              String run = actor.runOf(exchange);
              if (run != null) {
                actor.meanwhile(() -> actor.read(run, "-second"));
                actor.pause(600);
                actor.read(run, "-late");
              }
            });
        exchange.complete();
      }),

  /** A run whose commits always fail. */
  POISON(actor -> actor.exchange(AgentScript.BOOKER, "interrupt").complete()),

  /** A run that waits for five delegates, two of them remote. */
  DELEGATED(
      actor -> {
        Exchange exchange = actor.exchange(AgentScript.PARENT, "interrupt");
        actor.meanwhile(exchange::answerDelegates);
        exchange.complete();
      }),

  /** The same, and the run is cancelled. */
  RECALLED(
      actor -> {
        Exchange exchange = actor.exchange(AgentScript.PARENT, "interrupt");
        actor.meanwhile(exchange::answerDelegates);
        actor.meanwhile(
            () -> {
              String run = actor.runOf(exchange);
              actor.pause(1_500);
              if (run != null) {
                actor.cancel(run);
              }
            });
        exchange.complete();
      });

  private final Consumer<Actor> story;

  Story(Consumer<Actor> story) {
    this.story = story;
  }

  void play(Actor actor) {
    story.accept(actor);
  }

  /** Plays the story with a new thread and returns at its end. */
  public void play(String thread, NodeHttp http, Journal journal, Clock clock, long seed) {
    new Actor(thread, new ClientContext(http, journal, clock), new Random(seed)).play(this);
  }

  /** Any story before {@link #POISON}, at random. */
  public static Story any(Random dice) {
    return values()[dice.nextInt(POISON.ordinal())];
  }
}
