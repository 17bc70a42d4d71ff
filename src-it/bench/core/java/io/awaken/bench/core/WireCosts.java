package io.awaken.bench.core;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.fixture.AskingRuntime;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.TokenStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Measures the overhead of wire and loop: a provider on the loopback address sends a recorded
 * answer, each token in a separate write, to a run of the embedded runtime and, for comparison, to
 * a bare socket. Both reuse their connection and read on this thread, whose processor time counts.
 */
final class WireCosts {

  private static final int TOKENS = 1_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final byte[] REQUEST =
      "POST / HTTP/1.1\r\nHost: p\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.UTF_8);

  private WireCosts() {}

  /**
   * The overhead of one wire and the loop.
   *
   * @param best microseconds for each token in the best round, less those of the bare socket
   * @param median the same in the median round
   * @param first milliseconds to the first token in the best round, less those of the bare socket
   * @param medianFirst the same in the median round
   * @param source microseconds for each token that the bare socket takes in its best round
   */
  record Cost(
      String wire, double best, double median, double first, double medianFirst, double source) {}

  /** One reading: processor time of this thread, and time to the first token. */
  private record Reading(long nanos, long first) {}

  /**
   * Measures the wires in turns.
   *
   * @param warmUp unmeasured rounds
   * @param rounds measured rounds of one answer per wire
   */
  static List<Cost> measure(int warmUp, int rounds) {
    var beds = new ArrayList<Bed>();
    try {
      TokenStream.ofEachWire(TOKENS).forEach(stream -> beds.add(new Bed(stream)));
      for (int round = -warmUp; round < rounds; round++) {
        for (Bed bed : beds) {
          bed.round(round >= 0);
        }
      }
      return beds.stream().map(Bed::cost).toList();
    } finally {
      beds.forEach(Bed::close);
    }
  }

  private static final class Bed {
    private final TokenStream stream;
    private final RawHttpServer server;
    private final Socket socket;
    private final long answerBytes;
    private final AskingRuntime runtime;
    private final List<Reading> runs = new ArrayList<>();
    private final List<Reading> sources = new ArrayList<>();

    Bed(TokenStream stream) {
      this.stream = stream;
      List<byte[]> chunks = stream.chunks();
      this.answerBytes = chunks.stream().mapToLong(chunk -> chunk.length).sum();
      this.server =
          RawHttpServer.keeping(
              connection -> {
                for (byte[] chunk : chunks) {
                  connection.bytes(chunk);
                }
              });
      this.socket = connected(server.baseUrl());
      this.runtime = new AskingRuntime(stream, server.baseUrl());
    }

    private static Socket connected(String baseUrl) {
      URI address = URI.create(baseUrl);
      try {
        var socket = new Socket(address.getHost(), address.getPort());
        socket.setTcpNoDelay(true);
        return socket;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void round(boolean counts) {
      Reading run = run();
      Reading source = source();
      if (counts) {
        runs.add(run);
        sources.add(source);
      }
    }

    private Reading run() {
      var sink = new FirstToken();
      long nanos = THREADS.getCurrentThreadCpuTime();
      long begun = System.nanoTime();
      runtime.run(sink);
      return new Reading(THREADS.getCurrentThreadCpuTime() - nanos, sink.at - begun);
    }

    private Reading source() {
      byte[] buffer = new byte[16 << 10];
      long nanos = THREADS.getCurrentThreadCpuTime();
      long begun = System.nanoTime();
      long first = 0;
      long left = answerBytes;
      try {
        socket.getOutputStream().write(REQUEST);
        InputStream in = socket.getInputStream();
        while (left > 0) {
          int read = in.read(buffer);
          if (read < 0) {
            throw new IOException("the provider went away");
          }
          left -= read;
          if (first == 0 && new String(buffer, 0, read, StandardCharsets.UTF_8).contains("won")) {
            first = System.nanoTime() - begun;
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new Reading(THREADS.getCurrentThreadCpuTime() - nanos, first);
    }

    Cost cost() {
      double[] run = sorted(runs, Reading::nanos);
      double[] source = sorted(sources, Reading::nanos);
      double[] first = sorted(runs, Reading::first);
      double[] sourceFirst = sorted(sources, Reading::first);
      int middle = run.length / 2;
      double perToken = 1e3 * TOKENS;
      return new Cost(
          stream.wire(),
          (run[0] - source[0]) / perToken,
          (run[middle] - source[middle]) / perToken,
          (first[0] - sourceFirst[0]) / 1e6,
          (first[middle] - sourceFirst[middle]) / 1e6,
          source[0] / perToken);
    }

    private static double[] sorted(List<Reading> readings, ToLongFunction<Reading> part) {
      double[] all = readings.stream().mapToDouble(part::applyAsLong).toArray();
      Arrays.sort(all);
      return all;
    }

    void close() {
      runtime.close();
      try {
        socket.close();
        server.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Records the arrival time of the first token. */
  private static final class FirstToken implements EventSink {
    private long at;

    @Override
    public void publish(StreamEvent event) {
      if (at == 0 && event.event() instanceof AgentEvent.TextDelta) {
        at = System.nanoTime();
      }
    }

    @Override
    public void committed(long sequence) {}

    @Override
    public void close(boolean ended) {}
  }
}
