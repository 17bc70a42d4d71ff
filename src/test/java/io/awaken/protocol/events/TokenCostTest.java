package io.awaken.protocol.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.fixture.Allocation;
import io.awaken.fixture.Rows;
import io.awaken.http.api.event.StreamEventEncoder;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.agui.event.AguiEncoding;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.event.EarlierMessages;
import io.awaken.protocol.agui.event.FramePosition;
import io.awaken.protocol.agui.event.RunNames;
import io.awaken.protocol.aisdk.stream.UiStreamEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Encoding a token of text, of reasoning or of arguments costs little more than its frame,
 * independent of earlier events.
 */
@Rows({238, 240})
class TokenCostTest {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int TOKENS = 20_000;
  private static final int ROUNDS = 10;
  private static final long NANOS = 3_000;

  /** Generator and frame take 344 to 528; a JSON tree of such a token would add 336 and 400. */
  private static final long BYTES = 600;

  private static final String CALL = "call-1";
  private static final Instant AT = Instant.ofEpochMilli(1_764_372_359_007L);

  /** The kinds of tokens, each with the event that precedes it. */
  enum Tokens {
    TEXT(new AgentEvent.StepStart("run-1-1"), new AgentEvent.TextDelta("run-1-1", " wonderful")),
    REASONING(new AgentEvent.StepStart("run-1-1"), new AgentEvent.ReasoningDelta(" wonderful")),
    ARGUMENTS(
        new AgentEvent.ToolCallStart(CALL, "pay"),
        new AgentEvent.ToolCallDelta(CALL, " \"wonderful"));

    private final StreamItem begin;
    private final StreamItem token;

    Tokens(AgentEvent begin, AgentEvent token) {
      this.begin = item(1, begin);
      this.token = item(2, token);
    }

    private static StreamItem item(int number, AgentEvent event) {
      return new StreamItem.Event(new StreamEvent(new Cursor(1, number), AT, event), 1);
    }
  }

  static Stream<Arguments> cases() {
    return Stream.of(Tokens.values())
        .flatMap(
            tokens ->
                Stream.of(
                    Arguments.of(tokens, Named.of("native API", StreamEventEncoder.ENCODING)),
                    Arguments.of(tokens, Named.of("AI SDK", new UiStreamEncoding(tool -> true))),
                    Arguments.of(tokens, Named.of("AG-UI 1.0", agui(Dialect.V1_0))),
                    Arguments.of(tokens, Named.of("AG-UI 0.0.59", agui(Dialect.V0_0_59)))));
  }

  private static StreamEncoding agui(Dialect dialect) {
    var names = new RunNames("thread-1", "run-1", null, dialect);
    return new AguiEncoding(
        new AguiEncoding.Reading(names, 0, FramePosition.START, EarlierMessages.UNKNOWN, Set.of()));
  }

  /** Writes one token per run, between others. */
  private static Runnable writing(Tokens tokens, StreamEncoding encoding) {
    StreamEncoder encoder = encoding.encoder(EncodedRun.RUN);
    var out = new ByteArrayOutputStream(1 << 10);
    encode(encoder, tokens.begin, out);
    Runnable write = () -> encode(encoder, tokens.token, out);
    write.run();
    write.run();
    assertThat(out.toString()).as("the frame of one token").containsOnlyOnce("data: ");
    return write;
  }

  private static void encode(StreamEncoder encoder, StreamItem item, ByteArrayOutputStream out) {
    try {
      out.reset();
      encoder.encode(item, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void tokensAreWrittenWithoutATree(Tokens tokens, StreamEncoding encoding) {
    assertThat(Allocation.leastPerCall(TOKENS, writing(tokens, encoding))).isLessThan(BYTES);
  }

  /** The lowest processor time of several rounds, because the machine has other work. */
  @ParameterizedTest
  @MethodSource("cases")
  void aTokenTakesLessThanThreeMicroseconds(Tokens tokens, StreamEncoding encoding) {
    Runnable write = writing(tokens, encoding);
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < TOKENS; i++) {
        write.run();
      }
      least = Math.min(least, (THREADS.getCurrentThreadCpuTime() - before) / TOKENS);
    }
    assertThat(least).isLessThan(NANOS);
  }
}
