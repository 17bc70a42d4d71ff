package io.awaken.chaos;

import io.awaken.chaos.bed.AgentScript;
import io.awaken.chaos.bed.Bed;
import io.awaken.chaos.bed.Cluster;
import io.awaken.chaos.bed.ServerNode;
import io.awaken.chaos.check.Evidence;
import io.awaken.chaos.check.FinalState;
import io.awaken.chaos.check.Invariant;
import io.awaken.chaos.client.Clock;
import io.awaken.chaos.client.Journal;
import io.awaken.chaos.client.NodeHttp;
import io.awaken.chaos.fault.FaultInjector;
import io.awaken.chaos.inside.Failpoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Plays one round: clients and faults at the same time, then the checks of all invariants. */
final class Round {

  /** The recovery time is the lease, the sweep and this. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private static final long CLIENT_TIMEOUT_SECONDS = 75;

  private final Bed bed;
  private final Plan plan;
  private Evidence evidence;
  private List<String> unreached = List.of();

  Round(Bed bed, Plan plan) {
    this.bed = bed;
    this.plan = plan;
  }

  /** Plays the round and returns the violations; empty if every invariant holds. */
  Map<Invariant, List<String>> play() throws Exception {
    long began = System.currentTimeMillis();
    var clock = new Clock(CLIENT_TIMEOUT_SECONDS);
    var journal = new Journal();
    var nodes = http(bed.home());
    var http = plan.oneNode() ? nodes.preferringFirst() : nodes;
    bed.ledger().clear();
    var injector = new FaultInjector(bed, journal, clock);
    injector.injectDuring(plan.faults(), () -> play(http, journal, clock));
    unreached = injector.unreached();
    var history = journal.history();
    var home = RoundInspector.ofNodes(bed, http.patient(), clock, plan.prefixes());
    FinalState finalState = home.inspect(history.submissions());
    var remote = http(bed.remote()).patient();
    var far = RoundInspector.ofRemote(bed, remote, clock, began, home.conversations());
    evidence = new Evidence(history, finalState.and(far.inspect(List.of())), rules());
    var violations = new TreeMap<Invariant, List<String>>();
    for (Invariant invariant : Invariant.values()) {
      List<String> lines = invariant.violations(evidence);
      if (!lines.isEmpty()) {
        violations.put(invariant, lines);
      }
    }
    return violations;
  }

  private static NodeHttp http(Cluster cluster) {
    return new NodeHttp(cluster.servers().stream().map(ServerNode::port).toList());
  }

  private void play(NodeHttp http, Journal journal, Clock clock) {
    var clients = new ArrayList<Thread>();
    for (Plan.Scene scene : plan.threads()) {
      clients.add(
          Thread.ofVirtual()
              .start(() -> scene.story().play(scene.thread(), http, journal, clock, scene.seed())));
    }
    for (Thread client : clients) {
      try {
        client.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Evidence.Rules rules() {
    var scripts = new ArrayList<Evidence.Script>();
    for (AgentScript script : AgentScript.values()) {
      scripts.add(
          new Evidence.Script(script.agent(), script.texts(), script.calls(), script.remote()));
    }
    return new Evidence.Rules(
        Bed.LEASE.plus(Bed.SWEEP).plus(SLACK),
        Bed.MAX_ATTEMPTS,
        bed.home().servers().size(),
        scripts,
        Failpoints.POISONED);
  }

  /** Failpoints that were not passed as often as planned. */
  List<String> unreached() {
    return unreached;
  }

  /** The evidence that the invariants were checked against. */
  Evidence evidence() {
    return evidence;
  }
}
