package io.awaken.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Durations and load levels of a measurement. Properties {@code bench.clients} and {@code
 * bench.streams} override the numbers of clients and streams; comma-separated.
 *
 * @param warmUp duration of the load that is not measured
 * @param single duration for one client in a closed loop
 * @param level duration for each number of clients
 * @param open duration of each open loop
 * @param clients numbers of clients to try for the highest throughput
 * @param tokens tokens of each stream, 50 a second
 * @param streams numbers of streams to try, in ascending order until one is too many
 * @param turns how often each protocol is measured
 * @param search the search for the largest number of streams of a protocol
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
    int turns,
    LargestHeld search,
    List<Integer> idle) {

  static Plan full() {
    List<Integer> streams = numbers("bench.streams", 100, 250, 500, 750, 1000, 1250, 1500, 2000);
    return new Plan(
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        Duration.ofSeconds(15),
        Duration.ofSeconds(30),
        numbers("bench.clients", 4, 8, 16, 32, 64),
        500,
        streams,
        2,
        new LargestHeld(streams, 0.05, 2),
        List.of(1000, 2000));
  }

  static Plan quick() {
    List<Integer> streams = numbers("bench.streams", 100, 500, 1000);
    return new Plan(
        Duration.ofSeconds(15),
        Duration.ofSeconds(4),
        Duration.ofSeconds(5),
        Duration.ofSeconds(6),
        numbers("bench.clients", 8, 32),
        200,
        streams,
        1,
        new LargestHeld(streams, 0.2, 1),
        List.of(1000));
  }

  private static List<Integer> numbers(String property, Integer... planned) {
    String wanted = System.getProperty(property, "");
    return wanted.isBlank()
        ? List.of(planned)
        : Arrays.stream(wanted.split(",")).map(String::strip).map(Integer::valueOf).toList();
  }

  String stream() {
    return "stream-" + tokens;
  }
}
