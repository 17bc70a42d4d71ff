package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every bus does. A hint that comes back tells that those before it have come. */
@Timeout(60)
public abstract class EventBusContract {

  private static final RunId RUN = new RunId("run");

  protected EventBus one;
  protected EventBus other;
  protected final BlockingQueue<Hint> heardByOne = new LinkedBlockingQueue<>();
  protected final BlockingQueue<Hint> heardByOther = new LinkedBlockingQueue<>();

  /** One more node, whose duties run and which hears by now what others tell. */
  protected abstract EventBus join() throws Exception;

  @BeforeEach
  void twoNodes() throws Exception {
    one = join();
    other = join();
    one.subscribe(heardByOne::add);
    other.subscribe(heardByOther::add);
  }

  @AfterEach
  void end() {
    one.close();
    other.close();
  }

  @Test
  void whatOneNodeTellsTheOtherHearsAndItselfDoesNot() throws Exception {
    one.publish(new Hint.Work());
    other.publish(new Hint.Stored(RUN));

    assertThat(next(heardByOther)).isEqualTo(new Hint.Work());
    assertThat(next(heardByOne)).isEqualTo(new Hint.Stored(RUN));
    assertThat(heardByOne).isEmpty();
    assertThat(heardByOther).isEmpty();
  }

  @Test
  void everyHintArrivesAsItWas() throws Exception {
    List<Hint> hints =
        List.of(
            new Hint.Work(),
            new Hint.Queued(new ThreadId("t1:a.b@c"), true),
            new Hint.Queued(new ThreadId("acme", "t2"), false),
            new Hint.Stored(RUN),
            new Hint.Watching(new ThreadId("acme", "t3")),
            new Hint.Turned(new ThreadId("a/b", "t3")),
            new Hint.Following(RUN, new Cursor(3, 17)),
            new Hint.Tail(RUN, 3, 4, 17, true, List.of()),
            new Hint.Tail(RUN, 3, 4, 17, false, everyEventThatIsLive()),
            new Hint.Missed());

    hints.forEach(one::publish);

    for (Hint hint : hints) {
      assertThat(next(heardByOther)).isEqualTo(hint);
    }
  }

  @Test
  void textOfEveryKindSurvives() throws Exception {
    var odd = "\u0000\n\"\\ é 漢 \uD83D\uDE00 half: \uD83D";
    var tail = tail(text(1, odd), text(2, "\uDE00'); DROP TABLE awaken_run; --"));

    one.publish(tail);

    assertThat(next(heardByOther)).isEqualTo(tail);
  }

  @Test
  void whatComesAtOnceComesWholeAndInOrder() throws Exception {
    var told = new ArrayList<Hint>();
    for (int i = 0; i < 2_000; i++) {
      told.add(new Hint.Stored(new RunId("run-" + i)));
    }
    told.forEach(one::publish);

    for (Hint hint : told) {
      assertThat(next(heardByOther)).isEqualTo(hint);
    }
  }

  @Test
  void aLongTailArrivesWholeHoweverManyMessagesItTakes() throws Exception {
    var events = new ArrayList<StreamEvent>();
    for (int i = 1; i <= 300; i++) {
      events.add(text(i, "word " + i + " 漢".repeat(40)));
    }
    one.publish(tail(events.toArray(StreamEvent[]::new)));
    one.publish(new Hint.Work());

    assertThat(eventsUntilWork()).isEqualTo(events);
  }

  @Test
  void whatIsTooLargeIsLeftOutOrComesAndWhatIsAroundItComes() throws Exception {
    StreamEvent large = text(2, "x".repeat(20_000));
    one.publish(tail(text(1, "a"), large, text(3, "b")));
    one.publish(new Hint.Work());

    var heard = new ArrayList<>(eventsUntilWork());
    heard.remove(large);
    assertThat(heard).containsExactly(text(1, "a"), text(3, "b"));
  }

  @Test
  void whoeverHasMuchToTellIsAskedWhenItsTurnHasCome() throws Exception {
    var said = new AtomicInteger();
    assertThat(one.publishFrom(() -> List.of(new Hint.Stored(new RunId("r" + said.get())))))
        .isTrue();
    assertThat(one.publishFrom(List::of)).isTrue();
    one.publish(new Hint.Work());

    assertThat(next(heardByOther)).isInstanceOf(Hint.Stored.class);
    assertThat(next(heardByOther)).isEqualTo(new Hint.Work());
  }

  @Test
  void aListenerThatFailsKeepsNobodyFromHearing() throws Exception {
    var late = new LinkedBlockingQueue<Hint>();
    other.subscribe(
        hint -> {
          throw new IllegalStateException("no");
        });
    other.subscribe(late::add);

    one.publish(new Hint.Work());
    one.publish(new Hint.Stored(RUN));

    assertThat(next(late)).isEqualTo(new Hint.Work());
    assertThat(next(late)).isEqualTo(new Hint.Stored(RUN));
  }

  @Test
  void aSourceThatFailsKeepsNobodyFromTelling() throws Exception {
    one.publishFrom(
        () -> {
          throw new IllegalStateException("no");
        });
    one.publish(new Hint.Work());

    assertThat(next(heardByOther)).isEqualTo(new Hint.Work());
  }

  @Test
  void anErrorOfASourceOrOfAListenerKeepsNobodyFromTellingAndHearing() throws Exception {
    other.subscribe(
        hint -> {
          throw new NoClassDefFoundError("no");
        });
    one.publishFrom(
        () -> {
          throw new NoClassDefFoundError("no");
        });
    one.publish(new Hint.Work());
    assertThat(next(heardByOther)).isEqualTo(new Hint.Work());

    one.publish(new Hint.Stored(RUN));

    assertThat(next(heardByOther)).isEqualTo(new Hint.Stored(RUN));
  }

  @Test
  void aNodeThatHasEndedTellsNothingAndHarmsNobody() throws Exception {
    EventBus third = join();
    third.close();
    third.close();
    third.publish(new Hint.Work());
    assertThat(third.publishFrom(List::of)).isFalse();

    one.publish(new Hint.Stored(RUN));

    assertThat(next(heardByOther)).isEqualTo(new Hint.Stored(RUN));
  }

  private static List<StreamEvent> everyEventThatIsLive() {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("price", new BigDecimal("1.10")).put("text", "é").putNull("none");
    List<AgentEvent> live =
        List.of(
            new AgentEvent.RunStart("t", "r", null),
            new AgentEvent.StepStart("m"),
            new AgentEvent.TextDelta("a"),
            new AgentEvent.TextDelta("b"),
            new AgentEvent.ReasoningDelta("hm"),
            new AgentEvent.ToolCallStart("c", "tool"),
            new AgentEvent.ToolCallDelta("c", "{\"x\":"),
            new AgentEvent.ActivitySnapshot("m", "PLAN", json, true),
            new AgentEvent.ActivityDelta("m", "PLAN", json));
    var events = new ArrayList<StreamEvent>();
    for (AgentEvent event : live) {
      events.add(at(events.size() + 18, event, events.isEmpty() ? Set.of("tag") : Set.of()));
    }
    return events;
  }

  protected static Hint.Tail tail(StreamEvent... events) {
    return new Hint.Tail(RUN, 3, 0, 0, false, List.of(events));
  }

  protected static StreamEvent text(long sequence, String text) {
    return at(sequence, new AgentEvent.TextDelta(text), Set.of());
  }

  private static StreamEvent at(long sequence, AgentEvent event, Set<String> tags) {
    Instant when = Instant.ofEpochMilli(1_700_000_000_000L + sequence);
    return new StreamEvent(new Cursor(3, sequence), when, event, tags);
  }

  private List<StreamEvent> eventsUntilWork() throws InterruptedException {
    var events = new ArrayList<StreamEvent>();
    for (Hint hint = next(heardByOther);
        hint instanceof Hint.Tail part;
        hint = next(heardByOther)) {
      events.addAll(part.events());
    }
    return events;
  }

  protected static Hint next(BlockingQueue<Hint> heard) throws InterruptedException {
    Hint hint = heard.poll(30, TimeUnit.SECONDS);
    assertThat(hint).as("a hint").isNotNull();
    return hint;
  }
}
