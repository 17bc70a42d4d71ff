package io.awaken.chaos.client;

import io.awaken.chaos.bed.Scripts;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** What a client does with its thread. */
public enum Story {
  /** One message. */
  PLAIN(
      actor ->
          actor
              .talk(
                  actor.any(
                      Scripts.TALKER,
                      Scripts.BOOKER,
                      Scripts.PAYER,
                      Scripts.TRIO,
                      Scripts.ROW,
                      Scripts.WALKER),
                  "interrupt")
              .hold()),

  /** One message after the other. */
  SEQUEL(
      actor -> {
        actor.talk(actor.any(Scripts.BOOKER, Scripts.PAYER), "interrupt").hold();
        actor.talk(actor.any(Scripts.TALKER, Scripts.ROW), "reject").hold();
      }),

  /** The same message twice at the same time, and another one under its key. */
  DOUBLE(
      actor -> {
        Scripts agent = actor.any(Scripts.BOOKER, Scripts.TALKER, Scripts.PAYER);
        Talk first = actor.talk(agent, "queue");
        String key = "double-" + actor.dice().nextLong();
        Talk one = actor.talkUnder(key + "|1", agent, "queue");
        Talk other = actor.talkUnder(key + "|2", agent, "queue");
        actor.meanwhile(one::hold);
        actor.meanwhile(other::hold);
        first.hold();
        actor.runOf(one);
        actor.talkUnder(key + "|" + Actor.OTHER, agent, "queue").hold();
      }),

  /** A message that is taken back. */
  CANCELLED(
      actor -> {
        Talk talk = actor.talk(actor.any(Scripts.TALKER, Scripts.ROW, Scripts.TRIO), "interrupt");
        actor.meanwhile(
            () -> {
              String run = actor.runOf(talk);
              actor.pause(700);
              if (run != null) {
                actor.cancel(run);
                actor.pause(100);
                actor.cancel(run);
              }
            });
        talk.hold();
      }),

  /** A second message that takes the place of the first. */
  INTERRUPTED(
      actor -> {
        Talk first = actor.talk(actor.any(Scripts.TALKER, Scripts.WALKER), "interrupt");
        actor.meanwhile(first::hold);
        actor.runOf(first);
        actor.pause(500);
        actor.talk(actor.any(Scripts.BOOKER, Scripts.TALKER), "interrupt").hold();
      }),

  /** Three messages at once, one behind the other. */
  QUEUED(
      actor -> {
        Talk first = actor.talk(Scripts.BOOKER, "queue");
        Talk second = actor.talk(Scripts.PAYER, "queue");
        Talk third = actor.talk(Scripts.BOOKER, "queue");
        actor.meanwhile(first::hold);
        actor.meanwhile(second::hold);
        third.hold();
      }),

  /** The same, and the thread is cleared. */
  CLEARED(
      actor -> {
        Talk first = actor.talk(Scripts.WALKER, "queue");
        Talk second = actor.talk(Scripts.PAYER, "queue");
        actor.meanwhile(first::hold);
        actor.meanwhile(second::hold);
        actor.runOf(first);
        actor.pause(500);
        actor.interrupt();
        actor.pause(100);
        actor.talk(Scripts.BOOKER, "queue").hold();
      }),

  /** A message to a run that works. */
  STEERED(
      actor -> {
        Talk first = actor.talk(Scripts.WALKER, "interrupt");
        actor.meanwhile(first::hold);
        actor.runOf(first);
        actor.pause(500);
        Talk second = actor.talk(Scripts.WALKER, "steer");
        second.hold();
        actor.attendWhatFollows(second);
      }),

  /** The same, and the run is taken back: what it has not read begins another one. */
  STEERED_IN_VAIN(
      actor -> {
        Talk first = actor.talk(Scripts.WALKER, "interrupt");
        actor.meanwhile(first::hold);
        String run = actor.runOf(first);
        actor.pause(400);
        Talk second = actor.talk(Scripts.WALKER, "steer");
        actor.meanwhile(
            () -> {
              actor.pause(300);
              if (run != null) {
                actor.cancel(run);
              }
            });
        second.hold();
        actor.attendWhatFollows(second);
      }),

  /** A message to a thread that is kept, where nobody waits. */
  REJECTED(
      actor -> {
        Talk first = actor.talk(Scripts.TALKER, "interrupt");
        actor.meanwhile(first::hold);
        actor.runOf(first);
        actor.pause(400);
        actor.talk(Scripts.BOOKER, "reject").hold();
      }),

  /** A call that somebody approves. */
  APPROVED(
      actor ->
          actor
              .talk(actor.any(Scripts.ASKER, Scripts.ASKING_PAYER), "interrupt", "resume", "resume")
              .hold()),

  /** A call about which people do not agree. */
  DISPUTED(
      actor ->
          actor
              .talk(
                  actor.any(Scripts.ASKER, Scripts.ASKING_PAYER),
                  "interrupt",
                  "resume",
                  "cancel",
                  "resume")
              .hold()),

  /** A call that is approved and taken back at the same time. */
  WITHDRAWN(
      actor -> {
        Talk talk = actor.talk(Scripts.ASKER, "interrupt", "resume");
        actor.meanwhile(
            () -> {
              String run = actor.runOf(talk);
              actor.pause(300);
              if (run != null) {
                actor.cancel(run);
              }
            });
        talk.hold();
      }),

  /** More readers than one. */
  WATCHED(
      actor -> {
        Talk talk = actor.talk(actor.any(Scripts.WALKER, Scripts.TALKER), "interrupt");
        actor.meanwhile(
            () -> {
              String run = actor.runOf(talk);
              if (run != null) {
                actor.meanwhile(() -> actor.read(run, "-second"));
                actor.pause(600);
                actor.read(run, "-late");
              }
            });
        talk.hold();
      }),

  /** A run that nobody can write. */
  POISON(actor -> actor.talk(Scripts.BOOKER, "interrupt").hold());

  private final Consumer<Actor> story;

  Story(Consumer<Actor> story) {
    this.story = story;
  }

  void play(Actor actor) {
    story.accept(actor);
  }

  /** Plays it with a thread of its own, and returns when it is over. */
  public void play(String thread, Wire wire, Journal journal, Clock clock, long seed) {
    new Actor(thread, new Surroundings(wire, journal, clock), new Random(seed)).play(this);
  }

  /** One that is not poison. */
  public static Story any(Random dice) {
    List<Story> stories = List.of(values());
    return stories.get(dice.nextInt(stories.size() - 1));
  }
}
