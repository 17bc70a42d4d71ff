package io.awaken.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.fixture.AskingRuntime;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TokenStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a token of a provider costs between the socket and the sink of a run: wire and loop, with
 * the stores in memory. Long answers are compared with short ones, so that what a call costs once
 * does not count.
 */
@Rows(1055)
class WireTokenCostTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int FEW = 500;
  private static final int MANY = 2_500;
  private static final int ROUNDS = 12;
  private static final long NANOS = 20_000;
  private static final int WARM = 50;
  private static final int FIRSTS = 101;
  private static final long FIRST_NANOS = 3_000_000;

  /** The tree of the largest event, text and event of the run; what is read stays in a buffer. */
  private static final long BYTES = 4_500;

  /** Processor time and bytes of the thread of a run. */
  private record Spent(long nanos, long bytes) {

    static Spent now() {
      return new Spent(THREADS.getCurrentThreadCpuTime(), THREADS.getCurrentThreadAllocatedBytes());
    }

    Spent since(Spent before) {
      return new Spent(nanos - before.nanos, bytes - before.bytes);
    }

    Spent least(Spent other) {
      return new Spent(Math.min(nanos, other.nanos), Math.min(bytes, other.bytes));
    }
  }

  /** Counts the tokens that reach it on the thread of a run. */
  private static final class Reader implements EventSink {
    private int tokens;
    private Spent untilFirst;

    @Override
    public void publish(StreamEvent event) {
      if (event.event() instanceof AgentEvent.TextDelta && tokens++ == 0) {
        untilFirst = Spent.now();
      }
    }

    @Override
    public void committed(long sequence) {}

    @Override
    public void close(boolean ended) {}
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "openai_responses", "anthropic", "gemini", "ollama"})
  void aTokenAllocatesLittleAndTakesLessThanTwentyMicroseconds(String wire) throws Exception {
    try (var few = new Bed(stream(wire, FEW));
        var many = new Bed(stream(wire, MANY))) {
      Spent ofFew = few.run();
      Spent ofMany = many.run();
      for (int round = 0; round < ROUNDS; round++) {
        ofFew = ofFew.least(few.run());
        ofMany = ofMany.least(many.run());
      }
      Spent more = ofMany.since(ofFew);

      assertThat(more.bytes() / (MANY - FEW)).as("bytes").isLessThan(BYTES);
      assertThat(more.nanos() / (MANY - FEW)).as("nanoseconds").isLessThan(NANOS);
    }
  }

  /**
   * Processor time, which other processes hardly change. The time until the event arrives, with the
   * threads of the HTTP client and the provider, is for the benchmarks.
   */
  @ParameterizedTest
  @ValueSource(strings = {"openai", "openai_responses", "anthropic", "gemini", "ollama"})
  void theFirstTokenTakesTheThreadOfARunLessThanThreeMilliseconds(String wire) throws Exception {
    try (var bed = new Bed(stream(wire, 1))) {
      bed.untilFirstToken(WARM);
      long[] nanos = bed.untilFirstToken(FIRSTS);

      assertThat(nanos[FIRSTS / 2]).as("median nanoseconds").isLessThan(FIRST_NANOS);
    }
  }

  private static TokenStream stream(String wire, int tokens) {
    return TokenStream.ofEachWire(tokens).stream()
        .filter(stream -> stream.wire().equals(wire))
        .findFirst()
        .orElseThrow();
  }

  /** A provider that sends one answer, and a runtime that asks it. */
  private static final class Bed implements AutoCloseable {
    private final int tokens;
    private final RawHttpServer server;
    private final AskingRuntime runtime;

    Bed(TokenStream stream) {
      byte[] answer = joined(stream.head(), stream.frames());
      tokens = stream.frames().size();
      server = RawHttpServer.answering(connection -> connection.bytes(answer));
      runtime = new AskingRuntime(stream, server.baseUrl());
    }

    Spent run() {
      var reader = new Reader();
      Spent before = Spent.now();
      runtime.run(reader);
      Spent spent = Spent.now().since(before);
      // All but the frames around the text.
      assertThat(reader.tokens).isGreaterThan(tokens - 12);
      return spent;
    }

    /** Processor time of as many runs until their first token, in order of size. */
    long[] untilFirstToken(int runs) {
      return IntStream.range(0, runs)
          .mapToLong(
              run -> {
                var reader = new Reader();
                Spent before = Spent.now();
                runtime.run(reader);
                return reader.untilFirst.since(before).nanos();
              })
          .sorted()
          .toArray();
    }

    @Override
    public void close() throws IOException {
      runtime.close();
      server.close();
    }
  }

  private static byte[] joined(byte[] head, List<byte[]> frames) {
    var answer = new ByteArrayOutputStream();
    answer.writeBytes(head);
    frames.forEach(answer::writeBytes);
    return answer.toByteArray();
  }
}
