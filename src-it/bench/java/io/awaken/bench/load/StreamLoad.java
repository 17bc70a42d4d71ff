package io.awaken.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Concurrent streams, opened at even intervals over a given time. For a single use. */
public final class StreamLoad implements AutoCloseable {

  /** Nanoseconds between two tokens of a stream. */
  public static final long GAP = 20_000_000;

  private final LoadLoop loop;
  private final Protocol protocol;
  private final String agent;
  private final int streams;
  private final Reading reading = new Reading();
  private final StreamListener.StreamCount count = new StreamListener.StreamCount();

  /**
   * @param agent the agent to run, each stream in a new thread
   * @param tokens the expected number of tokens per stream; 0 for idle streams
   */
  public StreamLoad(
      InetSocketAddress server,
      Protocol protocol,
      String agent,
      int streams,
      int tokens,
      Duration opening)
      throws IOException {
    this.loop = new LoadLoop(server);
    this.protocol = protocol;
    this.agent = agent;
    this.streams = streams;
    long start = System.nanoTime();
    for (int i = 0; i < streams; i++) {
      long due = start + opening.toNanos() * i / streams;
      loop.at(due, () -> open(due, tokens));
    }
  }

  private void open(long due, int tokens) {
    var listener = new StreamListener(protocol.events(), reading, count, due, tokens);
    loop.send(protocol.request(agent), listener);
  }

  /** Reads until every stream has begun; returns whether all did in time. */
  public boolean awaitBegun(Duration patience) {
    loop.run(
        () -> count.begun() == streams || count.over() == streams,
        System.nanoTime() + patience.toNanos());
    return count.begun() == streams;
  }

  /** Reads for a while. */
  public void idle(Duration time) {
    loop.run(() -> false, System.nanoTime() + time.toNanos());
  }

  /** Reads until every stream has ended, and returns the measurements. */
  public Reading awaitOver(Duration patience) {
    loop.run(() -> count.over() == streams, System.nanoTime() + patience.toNanos());
    loop.close();
    return reading;
  }

  @Override
  public void close() {
    loop.close();
  }
}
