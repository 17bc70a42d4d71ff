package io.awaken.bench;

import java.time.Duration;
import java.util.List;

/**
 * How long and how much.
 *
 * @param warmUp load before anything counts
 * @param single one client in a closed loop
 * @param level each number of clients
 * @param open each open loop
 * @param clients numbers of clients that are tried for the largest throughput
 * @param tokens tokens of each stream, 50 a second
 * @param streams numbers of streams that are tried in this order until one is too many
 * @param idle numbers of idle streams
 */
record Plan(
    Duration warmUp,
    Duration single,
    Duration level,
    Duration open,
    List<Integer> clients,
    int tokens,
    List<Integer> streams,
    List<Integer> idle) {

  static Plan full() {
    return new Plan(
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        Duration.ofSeconds(15),
        Duration.ofSeconds(30),
        List.of(4, 8, 16, 32, 64),
        500,
        List.of(100, 250, 500, 750, 1000, 1250, 1500, 2000),
        List.of(1000, 2000));
  }

  static Plan quick() {
    return new Plan(
        Duration.ofSeconds(15),
        Duration.ofSeconds(4),
        Duration.ofSeconds(5),
        Duration.ofSeconds(6),
        List.of(8, 32),
        200,
        List.of(100, 500, 1000),
        List.of(1000));
  }

  String stream() {
    return "stream-" + tokens;
  }
}
