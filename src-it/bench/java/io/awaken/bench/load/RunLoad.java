package io.awaken.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Random;

/** Generates two-step runs, each in a new thread. */
public final class RunLoad {

  private static final long PATIENCE = Duration.ofSeconds(20).toNanos();
  private static final double NANOS = 1e9;

  private final InetSocketAddress server;
  private final byte[] request;
  private LoadLoop loop;
  private int inFlight;

  public RunLoad(InetSocketAddress server, byte[] request) {
    this.server = server;
    this.request = request;
  }

  /** Closed loop: each client sends its next request when the previous one is answered. */
  public Reading closed(int clients, Duration time) throws IOException {
    return measure(
        time,
        (reading, end) -> {
          for (int i = 0; i < clients; i++) {
            next(reading, end);
          }
        });
  }

  /** Open loop: requests arrive at random, whether or not the server keeps up. */
  public Reading open(double perSecond, Duration time) throws IOException {
    var random = new Random(1);
    return measure(
        time,
        (reading, end) -> {
          double at = System.nanoTime();
          for (double second = at + NANOS; second < end; second += NANOS) {
            loop.at((long) second, reading::countOpen);
          }
          while ((at += -Math.log(1 - random.nextDouble()) / perSecond * NANOS) < end) {
            long due = (long) at;
            inFlight++;
            loop.at(due, () -> loop.send(request, new RunListener(reading, due, x -> inFlight--)));
          }
        });
  }

  private interface Start {
    void accept(Reading reading, long end);
  }

  private Reading measure(Duration time, Start start) throws IOException {
    var reading = new Reading();
    inFlight = 0;
    try (LoadLoop fresh = new LoadLoop(server)) {
      loop = fresh;
      long end = System.nanoTime() + time.toNanos();
      start.accept(reading, end);
      loop.run(() -> false, end);
      reading.rate(reading.succeeded() / (time.toNanos() / NANOS));
      loop.run(() -> inFlight == 0, end + PATIENCE);
    }
    return reading;
  }

  private void next(Reading reading, long end) {
    inFlight++;
    loop.send(
        request,
        new RunListener(
            reading,
            System.nanoTime(),
            now -> {
              inFlight--;
              // Scheduled, so that requests that fail immediately do not recurse.
              if (now < end) {
                loop.at(now, () -> next(reading, end));
              }
            }));
  }
}
