package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent.TextDelta;
import io.awaken.core.event.Segment;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The log contains the beginning of a long answer before it ends, whatever its pieces. */
@Rows(175)
class LongAnswerTest {

  private static final String KIB = "x".repeat(1024);

  private final SettableClock clock = new SettableClock();
  private final StringBuilder whole = new StringBuilder();
  private LlmListener reader;
  private RunId run;
  private TestNode node;

  /** A model that streams what the test passes to {@link #say}. */
  private RunRecord answering(Runnable answer) {
    LlmExecutor model =
        (request, listener, cancellation) -> {
          reader = listener;
          answer.run();
          return new StreamResult(
              List.of(new ContentBlock.Text(whole.toString())),
              List.of(),
              null,
              StopReason.END_TURN,
              false);
        };
    node = new TestNode(model, UnaryOperator.identity()).by(clock);
    run = node.submit("t", "tell me all");
    node.executeAll();
    return node.record(run);
  }

  private void say(String piece) {
    whole.append(piece);
    reader.text(piece);
  }

  private String logged() {
    var text = new StringBuilder();
    for (Segment segment : node.stores.log().read(run, 0, 1_000)) {
      segment
          .entries()
          .forEach(
              entry -> {
                if (entry.event() instanceof TextDelta delta) {
                  text.append(delta.delta());
                }
              });
    }
    return text.toString();
  }

  @Test
  void aLongAnswerIsCommittedEvery256Kibibytes() {
    RunRecord record =
        answering(
            () -> {
              say(KIB.repeat(255));
              assertThat(logged()).isEmpty();
              say(KIB);
              assertThat(logged()).hasSize(256 * 1024);
              say(KIB.repeat(255));
              assertThat(logged()).hasSize(256 * 1024);
              say(KIB);
              assertThat(logged()).hasSize(512 * 1024);
              assertThat(node.stores.threads().history(new ThreadId("t"))).hasSize(1);
            });

    assertThat(record.finalOutput()).hasSize(512 * 1024);
    assertThat(logged()).isEqualTo(whole.toString());
  }

  @Test
  void aSlowAnswerIsCommittedEveryFiveSeconds() {
    answering(
        () -> {
          say("one ");
          clock.advance(Duration.ofMillis(4_999));
          say("two ");
          assertThat(logged()).isEmpty();
          clock.advance(Duration.ofMillis(1));
          say("three ");
          assertThat(logged()).isEqualTo("one two three ");
          clock.advance(Duration.ofSeconds(4));
          say("four ");
          assertThat(logged()).isEqualTo("one two three ");
        });

    assertThat(logged()).isEqualTo("one two three four ");
    assertThat(node.sinks.published())
        .extracting(event -> event.cursor().sequence())
        .doesNotHaveDuplicates()
        .isSorted();
  }
}
