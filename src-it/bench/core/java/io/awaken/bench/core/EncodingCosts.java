package io.awaken.bench.core;

import com.sun.management.ThreadMXBean;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Measures the cost of each protocol's encoder per token: complete streams of 500 tokens, in
 * processor time of the writing thread.
 */
final class EncodingCosts {

  /** The protocol with which the others are compared. */
  static final String NATIVE = "the native API";

  private static final int TOKENS = 500;
  private static final int STREAMS = 40;
  private static final String RUN = "0199a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b";
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final List<StreamItem> ANSWER = answer();

  private record Protocol(String name, Supplier<StreamEncoding> encodings) {}

  private static final List<Protocol> PROTOCOLS =
      List.of(
          new Protocol(NATIVE, () -> StreamEventEncoder.ENCODING),
          new Protocol("the AI SDK", () -> new UiStreamEncoding(tool -> true)),
          new Protocol("AG-UI 1.0", () -> agui(Dialect.V1_0)),
          new Protocol("AG-UI 0.0.59", () -> agui(Dialect.V0_0_59)));

  private EncodingCosts() {}

  /**
   * The cost of one protocol per token.
   *
   * @param best microseconds in the best round
   * @param median microseconds in the median round
   * @param allocated bytes, the minimum of all rounds
   * @param written bytes of the stream
   */
  record Cost(String name, double best, double median, long allocated, long written) {}

  /**
   * Measures the protocols in turns.
   *
   * @param warmUp unmeasured rounds
   * @param rounds measured rounds, each of 20,000 tokens per protocol
   */
  static List<Cost> measure(int warmUp, int rounds) {
    var micros = new double[PROTOCOLS.size()][rounds];
    var allocated = new long[PROTOCOLS.size()];
    Arrays.fill(allocated, Long.MAX_VALUE);
    for (int round = -warmUp; round < rounds; round++) {
      for (int i = 0; i < PROTOCOLS.size(); i++) {
        int protocol = Math.floorMod(round + i, PROTOCOLS.size());
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        streams(PROTOCOLS.get(protocol));
        nanos = THREADS.getCurrentThreadCpuTime() - nanos;
        bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        if (round >= 0) {
          micros[protocol][round] = nanos / 1e3 / (TOKENS * STREAMS);
          allocated[protocol] = Math.min(allocated[protocol], bytes / (TOKENS * STREAMS));
        }
      }
    }
    return IntStream.range(0, PROTOCOLS.size())
        .mapToObj(i -> cost(PROTOCOLS.get(i), micros[i], allocated[i]))
        .toList();
  }

  private static Cost cost(Protocol protocol, double[] micros, long allocated) {
    Arrays.sort(micros);
    long written = streams(protocol) / (TOKENS * STREAMS);
    return new Cost(protocol.name(), micros[0], micros[micros.length / 2], allocated, written);
  }

  /** Writes answers, each with a new encoder, and returns the number of bytes. */
  private static long streams(Protocol protocol) {
    var out = new ByteArrayOutputStream(1 << 10);
    long written = 0;
    try {
      for (int i = 0; i < STREAMS; i++) {
        StreamEncoder encoder = protocol.encodings().get().encoder(new RunId(RUN));
        encoder.begin(out);
        for (StreamItem item : ANSWER) {
          encoder.encode(item, out);
          written += out.size();
          out.reset();
        }
        encoder.end(out);
        written += out.size();
        out.reset();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return written;
  }

  private static StreamEncoding agui(Dialect dialect) {
    var names = new RunNames("thread-1", "run-1", null, dialect);
    return new AguiEncoding(
        new AguiEncoding.Reading(names, 0, FramePosition.START, EarlierMessages.UNKNOWN, Set.of()));
  }

  private static List<StreamItem> answer() {
    var events = new ArrayList<AgentEvent>();
    events.add(new AgentEvent.RunStart("thread-1", RUN, null));
    events.add(new AgentEvent.StepStart(RUN + "-1"));
    for (int i = 0; i < TOKENS; i++) {
      events.add(new AgentEvent.TextDelta(RUN + "-1", " wonderful"));
    }
    events.add(new AgentEvent.StepEnd());
    events.add(new AgentEvent.RunFinish("thread-1", RUN, null, new TerminationReason.NaturalEnd()));
    var items = new ArrayList<StreamItem>();
    Instant now = Instant.now();
    for (AgentEvent event : events) {
      items.add(
          new StreamItem.Event(new StreamEvent(new Cursor(1, items.size() + 1L), now, event), 0));
    }
    return List.copyOf(items);
  }
}
