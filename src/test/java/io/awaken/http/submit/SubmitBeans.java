package io.awaken.http.submit;

import io.awaken.core.outbound.TargetRules;
import io.awaken.fixture.TestNode;
import io.awaken.http.security.RequestQuotas;
import io.awaken.http.security.RunQuota;
import io.awaken.http.stream.WaitLimit;
import io.awaken.http.stream.open.Streams;
import java.time.Duration;
import java.util.List;

/** The beans of this package on a node, wired like in the container. */
public record SubmitBeans(
    RunAcceptance acceptance,
    RunStreams streams,
    RunDecisions decisions,
    RunStops stops,
    RunWaits waits) {

  /** The server's default rules for addresses in messages. */
  public static final TargetRules TARGETS = TargetRules.of(false, List.of("80", "443"), List.of());

  public static SubmitBeans of(
      TestNode node, Streams streams, RequestQuotas quota, MediaRules rules) {
    return of(node, streams, quota, RunQuota.NONE, rules);
  }

  /** With quotas of runs. */
  public static SubmitBeans of(
      TestNode node, Streams streams, RequestQuotas quota, RunQuota places, MediaRules rules) {
    var runs = node.stores.runs();
    var suspensions = node.stores.suspensions();
    var media =
        new MediaCheck(node.stores.threads(), rules, TARGETS, new ModelInput(node.registry));
    var acceptance = new RunAcceptance(node.submitter, runs, suspensions, quota, places, media);
    return new SubmitBeans(
        acceptance,
        new RunStreams(streams, acceptance, node.stores.log(), runs, suspensions),
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
    return List.of(acceptance, streams, decisions, stops, waits);
  }
}
