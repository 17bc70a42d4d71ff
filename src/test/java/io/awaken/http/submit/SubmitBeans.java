package io.awaken.http.submit;

import io.awaken.core.outbound.TargetRules;
import io.awaken.core.submit.MediaRules;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RunService;
import io.awaken.fixture.TestNode;
import io.awaken.http.stream.WaitLimit;
import io.awaken.http.stream.open.Streams;
import java.time.Duration;
import java.util.List;

/** The beans of this package on a node, wired like in the container. */
public record SubmitBeans(
    RunService service,
    RunStreams streams,
    RunDecisions decisions,
    RunStops stops,
    RunWaits waits) {

  /** The server's default rules for addresses in messages. */
  public static final TargetRules TARGETS = TargetRules.of(false, List.of("80", "443"), List.of());

  public static SubmitBeans of(TestNode node, Streams streams, Quotas quotas, MediaRules rules) {
    var runs = node.stores.runs();
    var suspensions = node.stores.suspensions();
    RunService service = node.serving(quotas, rules);
    return new SubmitBeans(
        service,
        new RunStreams(streams, service, node.stores.log(), runs, suspensions),
        new RunDecisions(node.decider),
        new RunStops(node.canceller, node.interrupter),
        new RunWaits(streams, runs, suspensions, new WaitLimit(Duration.ofSeconds(60))));
  }

  /** One that reads only, from streams. */
  public static RunStreams reading(Streams streams) {
    return new RunStreams(streams, null, null, null, null);
  }

  /** All of them. */
  public List<Object> all() {
    return List.of(service, streams, decisions, stops, waits);
  }
}
