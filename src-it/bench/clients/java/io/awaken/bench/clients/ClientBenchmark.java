package io.awaken.bench.clients;

import com.sun.management.OperatingSystemMXBean;
import io.awaken.bench.bed.Endpoint;
import io.awaken.bench.report.Machine;
import io.awaken.bench.report.Report;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures the processor time of this process per chunk of a streamed answer, with the clients in
 * turns, and the live heap of an idle stream. The endpoint is a separate process and sends a chunk
 * to each stream every 20 ms. Each stream is read on its own virtual thread.
 *
 * <p>Argument: the build directory. Properties: {@code bench.quick}, {@code bench.streams}, {@code
 * bench.rounds}.
 */
public final class ClientBenchmark {

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final int IDLE = 1_000;

  private final int streams;
  private final int tokens;
  private final URI address;
  private final byte[] document;

  private ClientBenchmark(int streams, int tokens, URI address) {
    this.streams = streams;
    this.tokens = tokens;
    this.address = address;
    this.document =
        ("{\"model\":\"stream-" + tokens + "\",\"messages\":[]}").getBytes(StandardCharsets.UTF_8);
  }

  /** The result of one round. */
  private record Figure(double microsPerChunk, double chunksPerRead) {}

  /**
   * Measures all clients and writes the report.
   *
   * @param arguments see above
   * @throws Exception if a stream is incomplete
   */
  public static void main(String[] arguments) throws Exception {
    boolean quick = Boolean.getBoolean("bench.quick");
    int streams = Integer.getInteger("bench.streams", 100);
    int rounds = Integer.getInteger("bench.rounds", quick ? 4 : 8);
    var report = new Report(System.out);
    Machine.describe(report);
    report.environment("Streams", streams + " at once, 50 chunks a second each");
    List<StreamClient> clients =
        List.of(
            new OutboundClient(),
            new JdkQueueClient(),
            new JdkStreamClient(),
            new ApacheClient(),
            new HelidonClient(),
            new SocketClient());
    Map<StreamClient, List<Figure>> figures = new LinkedHashMap<>();
    Map<StreamClient, Long> heap = new LinkedHashMap<>();
    try (var endpoint = new Endpoint()) {
      var address = URI.create(endpoint.baseUrl() + "/chat/completions");
      var bench = new ClientBenchmark(streams, quick ? 200 : 250, address);
      for (int round = -2; round < rounds; round++) {
        for (StreamClient client : clients) {
          Figure figure = bench.round(client);
          if (round >= 0) {
            figures.computeIfAbsent(client, any -> new ArrayList<>()).add(figure);
          }
        }
        report.progress("round " + (round + 1) + " of " + rounds);
      }
      for (StreamClient client : clients) {
        heap.put(client, bench.idle(client, endpoint));
      }
    }
    figures.forEach(
        (client, all) ->
            report.row(
                client.name(),
                "%.1f µs a chunk, best %.1f".formatted(median(all), best(all)),
                "",
                "%.2f chunks a read; %.1f KB of heap for a silent stream"
                    .formatted(
                        all.stream().mapToDouble(Figure::chunksPerRead).average().orElse(0),
                        heap.get(client) / 1024.0)));
    for (StreamClient client : clients) {
      client.close();
    }
    report.environment("Load after", Machine.load());
    Path folder = Files.createDirectories(Path.of(arguments[0], "bench"));
    report.finish(folder.resolve("client-figures.md"));
  }

  private Figure round(StreamClient client) throws Exception {
    var reads = new LongAdder();
    var chunks = new LongAdder();
    System.gc();
    long before = PROCESS.getProcessCpuTime();
    List<Future<?>> all = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < streams; i++) {
        all.add(
            threads.submit(
                () -> {
                  read(client, reads, chunks);
                  return null;
                }));
      }
    }
    for (Future<?> one : all) {
      one.get();
    }
    long cpu = PROCESS.getProcessCpuTime() - before;
    return new Figure(
        cpu / 1e3 / chunks.sum(), chunks.doubleValue() / Math.max(1, reads.doubleValue()));
  }

  /** Live bytes per stream, for many streams that have received only their head. */
  private long idle(StreamClient client, Endpoint endpoint) throws Exception {
    byte[] silent = "{\"model\":\"idle\",\"messages\":[]}".getBytes(StandardCharsets.UTF_8);
    long before = liveBytes();
    long live;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < IDLE; i++) {
        all.add(
            threads.submit(
                () -> {
                  client.read(address, silent, (bytes, length) -> {});
                  return null;
                }));
      }
      // There is no signal that the last stream is waiting.
      Thread.sleep(3_000);
      live = liveBytes() - before;
      endpoint.release();
      for (Future<?> one : all) {
        one.get();
      }
    }
    return live / IDLE;
  }

  private static long liveBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private void read(StreamClient client, LongAdder reads, LongAdder chunks)
      throws IOException, InterruptedException {
    var lines = new int[1];
    client.read(
        address,
        document,
        (bytes, length) -> {
          if (length > 0) {
            reads.increment();
          }
          for (int i = 0; i < length; i++) {
            lines[0] += bytes[i] == '\n' ? 1 : 0;
          }
        });
    int events = lines[0] / 2;
    if (events < tokens) {
      throw new IOException(client.name() + " brought " + events + " of " + tokens + " events");
    }
    chunks.add(events);
  }

  private static double median(List<Figure> figures) {
    double[] sorted = figures.stream().mapToDouble(Figure::microsPerChunk).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static double best(List<Figure> figures) {
    return figures.stream().mapToDouble(Figure::microsPerChunk).min().orElse(0);
  }
}
