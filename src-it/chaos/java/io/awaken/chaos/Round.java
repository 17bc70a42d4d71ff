package io.awaken.chaos;

import io.awaken.chaos.bed.Bed;
import io.awaken.chaos.bed.Scripts;
import io.awaken.chaos.bed.ServerNode;
import io.awaken.chaos.check.Evidence;
import io.awaken.chaos.check.Invariant;
import io.awaken.chaos.client.Clock;
import io.awaken.chaos.client.Journal;
import io.awaken.chaos.client.Wire;
import io.awaken.chaos.fault.Inflictor;
import io.awaken.chaos.inside.CrashPoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One round: clients at work while the servers are shaken, then the question what is broken. */
final class Round {

  /** Recovery takes the lease, the sweep and this at the most. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private static final long LONGEST_SECONDS = 75;

  private final Bed bed;
  private final Plan plan;
  private Evidence evidence;
  private List<String> missed = List.of();

  Round(Bed bed, Plan plan) {
    this.bed = bed;
    this.plan = plan;
  }

  /** Plays it and says what is broken; empty when nothing is. */
  Map<Invariant, List<String>> play() throws Exception {
    var clock = new Clock(LONGEST_SECONDS);
    var journal = new Journal();
    var nodes = new Wire(bed.nodes().stream().map(ServerNode::port).toList());
    var wire = plan.oneNode() ? nodes.keeping() : nodes;
    bed.ledger().clear();
    var inflictor = new Inflictor(bed, journal, clock);
    inflictor.during(plan.faults(), () -> play(wire, journal, clock));
    missed = inflictor.missed();
    var told = journal.history();
    var found = new Autopsy(bed, wire.patient(), clock, plan.prefixes()).of(told);
    evidence = new Evidence(told, found, rules());
    var broken = new TreeMap<Invariant, List<String>>();
    for (Invariant invariant : Invariant.values()) {
      List<String> lines = invariant.broken(evidence);
      if (!lines.isEmpty()) {
        broken.put(invariant, lines);
      }
    }
    return broken;
  }

  private void play(Wire wire, Journal journal, Clock clock) {
    var clients = new ArrayList<Thread>();
    for (Plan.Scene scene : plan.threads()) {
      clients.add(
          Thread.ofVirtual()
              .start(() -> scene.story().play(scene.thread(), wire, journal, clock, scene.seed())));
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
    var scripts = new ArrayList<Evidence.ScriptOf>();
    for (Scripts script : Scripts.values()) {
      scripts.add(new Evidence.ScriptOf(script.agent(), script.texts(), script.calls()));
    }
    return new Evidence.Rules(
        Bed.LEASE.plus(Bed.SWEEP).plus(SLACK),
        Bed.MAX_ATTEMPTS,
        bed.nodes().size(),
        scripts,
        CrashPoints.POISONED);
  }

  /** Points at which nothing happened, since they were not passed as often as was planned. */
  List<String> missed() {
    return missed;
  }

  /** What it is judged by. */
  Evidence evidence() {
    return evidence;
  }
}
