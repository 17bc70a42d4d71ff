package io.awaken.bench.core;

import com.sun.management.ThreadMXBean;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.fixture.AskingRuntime;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.TokenStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.logging.LogManager;

/**
 * Reads long and short answers over each wire, again and again, and prints the least that a further
 * token costs. It uses nothing that earlier versions lack.
 */
final class WireRounds {

  private static final int FEW = 500;
  private static final int MANY = 2_500;
  private static final int WARM = 60;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final EventSink READER =
      new EventSink() {
        @Override
        public void publish(StreamEvent event) {}

        @Override
        public void committed(long sequence) {}

        @Override
        public void close(boolean ended) {}
      };

  /** The least processor time and bytes of the thread of one run. */
  private record Least(long nanos, long bytes) {}

  private WireRounds() {}

  /**
   * Prints a line for each wire: microseconds of processor time and bytes of the reading thread for
   * each token.
   *
   * @param arguments the number of rounds
   */
  public static void main(String[] arguments) throws Exception {
    LogManager.getLogManager().reset();
    int rounds = Integer.parseInt(arguments[0]);
    List<TokenStream> few = TokenStream.ofEachWire(FEW);
    List<TokenStream> many = TokenStream.ofEachWire(MANY);
    for (int i = 0; i < few.size(); i++) {
      Least shortest = measure(few.get(i), rounds);
      Least longest = measure(many.get(i), rounds);
      double tokens = MANY - FEW;
      System.out.printf(
          Locale.ROOT,
          "%s %.2f us, %.0f B%n",
          few.get(i).wire(),
          (longest.nanos - shortest.nanos) / 1e3 / tokens,
          (longest.bytes - shortest.bytes) / tokens);
    }
  }

  private static Least measure(TokenStream stream, int rounds) throws Exception {
    List<byte[]> chunks = stream.chunks();
    try (var server =
            RawHttpServer.keeping(
                connection -> {
                  for (byte[] chunk : chunks) {
                    connection.bytes(chunk);
                  }
                });
        var runtime = new AskingRuntime(stream, server.baseUrl())) {
      var least = new Least(Long.MAX_VALUE, Long.MAX_VALUE);
      for (int round = -WARM; round < rounds; round++) {
        long nanos = THREADS.getCurrentThreadCpuTime();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        runtime.run(READER);
        nanos = THREADS.getCurrentThreadCpuTime() - nanos;
        bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        if (round >= 0) {
          least = new Least(Math.min(least.nanos, nanos), Math.min(least.bytes, bytes));
        }
      }
      return least;
    }
  }
}
