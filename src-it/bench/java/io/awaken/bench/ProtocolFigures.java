package io.awaken.bench;

import io.awaken.bench.load.Protocol;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares how many streams the server sustains with each protocol. The protocols take turns, in
 * reverse order every other time, because later measurements run on a warmer server; the best
 * result of each counts.
 */
final class ProtocolFigures {

  private static final String TARGET = "90 % of native";

  private final Bench bench;
  private final Map<Protocol, StreamFigures> figures = new LinkedHashMap<>();
  private final Map<Protocol, List<Integer>> held = new LinkedHashMap<>();
  private final Map<Protocol, String> notes = new LinkedHashMap<>();
  private final Map<Protocol, String> costs = new LinkedHashMap<>();

  /**
   * @param protocols the protocols to measure, in this order
   */
  ProtocolFigures(Bench bench, List<Protocol> protocols) {
    this.bench = bench;
    for (Protocol protocol : protocols) {
      figures.put(protocol, new StreamFigures(bench, protocol));
      held.put(protocol, new ArrayList<>());
    }
  }

  void measure() throws IOException, InterruptedException {
    for (StreamFigures each : figures.values()) {
      each.warmUp();
    }
    var order = new ArrayList<>(figures.keySet());
    for (int turn = 0; turn < bench.plan().turns(); turn++) {
      for (Protocol protocol : order) {
        measure(protocol);
      }
      Collections.reverse(order);
    }
    figures.keySet().forEach(this::row);
  }

  private void measure(Protocol protocol) throws IOException, InterruptedException {
    StreamFigures each = figures.get(protocol);
    int most = each.largest(bench.plan().search());
    bench.report().progress(protocol.label() + " holds " + most + " streams");
    if (held.get(protocol).stream().allMatch(before -> most > before)) {
      notes.put(protocol, each.notes());
      costs.put(protocol, each.cost());
    }
    held.get(protocol).add(most);
  }

  private void row(Protocol protocol) {
    int most = best(protocol);
    boolean compared = protocol != Protocol.NATIVE && best(Protocol.NATIVE) > 0;
    String share =
        compared
            ? String.format(
                Locale.ROOT, ", %.0f %% of native", 100.0 * most / best(Protocol.NATIVE))
            : "";
    bench
        .report()
        .row(
            "Streams of 50 tokens/s, " + protocol.label(),
            most + share,
            protocol == Protocol.NATIVE ? "" : TARGET,
            "in turn " + held.get(protocol) + "; " + notes.get(protocol));
    bench
        .report()
        .row(
            StreamFigures.COST + ", " + protocol.label(),
            costs.get(protocol),
            StreamFigures.COST_TARGET,
            "");
  }

  private int best(Protocol protocol) {
    return held.getOrDefault(protocol, List.of()).stream()
        .mapToInt(Integer::intValue)
        .max()
        .orElse(0);
  }
}
