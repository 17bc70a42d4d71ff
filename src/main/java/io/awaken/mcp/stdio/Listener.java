package io.awaken.mcp.stdio;

import java.io.IOException;
import java.time.Duration;

/**
 * Reads messages that the server sends outside of requests, until 2025-11-25 and if the server
 * offers them. Run by one thread; any may stop it.
 */
final class Listener {

  private static final int OK = 200;
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  private final Channel channel;
  private final Outlet outlet;
  private final Pause pause;
  private final Ongoing ongoing = new Ongoing();

  Listener(Channel channel, Outlet outlet, Pause pause) {
    this.channel = channel;
    this.outlet = outlet;
    this.pause = pause;
  }

  /** Reads until the server ends the offer, or this is stopped. */
  void run() throws InterruptedException {
    String lastId = null;
    Duration wait = SHORTEST_WAIT;
    while (!ongoing.stopped()) {
      try (Reply reply = channel.read(lastId, ongoing)) {
        if (reply.status() != OK || !relayed(reply)) {
          return;
        }
        lastId = reply.lastId();
        wait = reply.retry().compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : reply.retry();
      } catch (IOException e) {
        wait = Exchange.longer(wait);
      }
      pause.of(wait);
    }
  }

  private boolean relayed(Reply reply) throws IOException {
    for (RawMessage received = reply.next(); received != null; received = reply.next()) {
      outlet.write(received.text());
    }
    return !ongoing.stopped();
  }

  void stop() {
    ongoing.stop();
  }
}
