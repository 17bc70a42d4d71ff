package io.awaken.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Repeats a request whose response is JSON or a stream of one message. */
public final class CallLoad {

  private static final long PATIENCE = Duration.ofSeconds(20).toNanos();
  private static final double NANOS = 1e9;

  private final InetSocketAddress server;
  private final Supplier<byte[]> requests;
  private final String answer;
  private LoadLoop loop;
  private int inFlight;

  /**
   * @param requests the HTTP requests with their headers
   * @param answer a text that identifies a line with the expected answer
   */
  public CallLoad(InetSocketAddress server, Supplier<byte[]> requests, String answer) {
    this.server = server;
    this.requests = requests;
    this.answer = answer;
  }

  /** Closed loop: each client sends its next request when the previous one is answered. */
  public Reading closed(int clients, Duration time) throws IOException {
    var reading = new Reading();
    inFlight = 0;
    try (LoadLoop fresh = new LoadLoop(server)) {
      loop = fresh;
      long end = System.nanoTime() + time.toNanos();
      for (int i = 0; i < clients; i++) {
        next(reading, end);
      }
      loop.run(() -> false, end);
      reading.rate(reading.succeeded() / (time.toNanos() / NANOS));
      loop.run(() -> inFlight == 0, end + PATIENCE);
    }
    return reading;
  }

  private void next(Reading reading, long end) {
    inFlight++;
    loop.send(
        requests.get(),
        new Answer(
            reading,
            now -> {
              inFlight--;
              if (now < end) {
                loop.at(now, () -> next(reading, end));
              }
            }));
  }

  private final class Answer implements ResponseListener {
    private final Reading reading;
    private final LongConsumer over;
    private final long from = System.nanoTime();
    private int status;
    private boolean answered;

    Answer(Reading reading, LongConsumer over) {
      this.reading = reading;
      this.over = over;
      reading.countSent();
    }

    @Override
    public void head(int code) {
      status = code;
    }

    @Override
    public void line(byte[] bytes, int start, int to, long now) {
      answered |= new String(bytes, start, to - start, StandardCharsets.UTF_8).contains(answer);
    }

    @Override
    public void end(long now) {
      if (answered) {
        Reading.record(reading.terminal(), now - from);
        reading.countSuccess();
      } else {
        reading.countFailure("status " + status + " without the answer");
      }
      over.accept(now);
    }

    @Override
    public void failed(String reason) {
      reading.countFailure(reason);
      over.accept(System.nanoTime());
    }
  }
}
