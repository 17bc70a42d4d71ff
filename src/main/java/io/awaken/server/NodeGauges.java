package io.awaken.server;

import io.awaken.core.model.ModelPorts;
import io.awaken.http.stream.open.Streams;
import io.awaken.server.metrics.RuntimeMetrics;

/** The gauges that read from the parts of a node. */
final class NodeGauges {

  private NodeGauges() {}

  static void register(RuntimeMetrics metrics, ModelPorts models, Node node, Streams streams) {
    metrics.watch(models.breakers());
    metrics.watchSummaries(node::summaries);
    metrics.gauge("awaken_active_runs", "Runs that this node executes", () -> node.live().count());
    metrics.gauge(
        "awaken_history_bytes",
        "Memory that runs of this node use for their threads' histories",
        () -> node.histories().used());
    metrics.gauge(
        "awaken_history_waiting",
        "Runs of this node that wait for such memory",
        () -> node.histories().waiting());
    metrics.watch(node::effects);
    metrics.gauge("awaken_sse_connections", "Open streams of this node", streams::count);
  }
}
