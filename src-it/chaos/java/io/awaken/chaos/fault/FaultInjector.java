package io.awaken.chaos.fault;

import io.awaken.chaos.bed.Bed;
import io.awaken.chaos.bed.ServerNode;
import io.awaken.chaos.check.Outage;
import io.awaken.chaos.client.Clock;
import io.awaken.chaos.client.Journal;
import io.awaken.chaos.inside.Failpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** Does to the servers what was planned, and starts again what has ended. */
public final class FaultInjector {

  private static final long FROZEN_MILLIS = Bed.LEASE.toMillis() + 700;
  private static final long LAST_WORDS_MILLIS = 400;
  private static final long LOOK_MILLIS = 30;

  /** Whoever came to a point before it was taken back has gone through it then. */
  private static final long LAST_STEP_MILLIS = 100;

  private final Bed bed;
  private final Journal journal;
  private final Clock clock;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Map<Integer, Boolean> frozen = new ConcurrentHashMap<>();
  private final List<String> unreached = new CopyOnWriteArrayList<>();
  private volatile boolean ended;

  public FaultInjector(Bed bed, Journal journal, Clock clock) {
    this.bed = bed;
    this.journal = journal;
    this.clock = clock;
  }

  /**
   * Does all of it while the work goes on, and returns when the work is done and everything is
   * there again.
   */
  public void during(List<Fault> faults, Runnable work) throws Exception {
    var threads = new ArrayList<Thread>();
    for (int node = 0; node < bed.nodes().size(); node++) {
      int number = node;
      threads.add(Thread.ofPlatform().start(() -> noting(() -> heal(number))));
    }
    var stalls = new StallDetector(journal, clock);
    threads.add(Thread.ofPlatform().start(stalls));
    var inflicting = Thread.ofPlatform().start(() -> noting(() -> inflict(faults)));
    work.run();
    inflicting.join();
    ended = true;
    stalls.end();
    for (Thread thread : threads) {
      thread.join();
    }
    for (ServerNode node : bed.nodes()) {
      unreached.addAll(node.clearPoints());
    }
    Clock.pass(LAST_STEP_MILLIS);
    for (int node = 0; node < bed.nodes().size(); node++) {
      heal(node);
    }
    if (failure.get() != null) {
      throw new IllegalStateException("the bed itself broke", failure.get());
    }
  }

  /** Points that nobody has passed as often as was planned. */
  public List<String> unreached() {
    return List.copyOf(unreached);
  }

  /** What may throw anything. */
  private interface Action {
    void happen() throws Exception;
  }

  private void noting(Action action) {
    try {
      action.happen();
    } catch (Exception | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private void inflict(List<Fault> faults) throws Exception {
    var lasting = new ArrayList<Thread>();
    for (Fault fault : faults) {
      Clock.pass(Math.max(0, fault.afterMillis() - clock.now() / 1_000_000));
      lasting.add(Thread.ofPlatform().start(() -> noting(() -> inflict(fault))));
    }
    for (Thread thread : lasting) {
      thread.join();
    }
  }

  private void inflict(Fault fault) throws Exception {
    ServerNode node = bed.nodes().get(fault.node());
    switch (fault.what()) {
      case KILL -> node.kill();
      case DRAIN -> node.shutDown();
      case DRAIN_AND_KILL -> {
        node.terminate();
        Clock.pass(LAST_WORDS_MILLIS);
        node.kill();
      }
      case FREEZE -> freeze(fault.node());
      case SESSIONS -> terminateSessions();
      case RESTART -> restart("INT");
      case CRASH -> restart("QUIT");
      case HALT_AT, DELAY_AT, FAIL_AT -> failpoint(fault);
    }
  }

  /** The number keeps an failpoint of this round apart from all others. */
  private void failpoint(Fault fault) throws Exception {
    String id = fault.point() + "-" + System.nanoTime();
    var failpoint = new Failpoint(id, fault.what().action(), fault.skip(), fault.thread(), false);
    bed.nodes().get(fault.node()).failpoint(fault.point(), failpoint);
  }

  private void freeze(int number) throws Exception {
    ServerNode node = bed.nodes().get(number);
    if (frozen.putIfAbsent(number, true) != null || !node.alive()) {
      return;
    }
    long from = clock.now();
    node.freeze();
    try {
      Clock.pass(FROZEN_MILLIS);
    } finally {
      if (node.alive()) {
        node.thaw();
      }
      journal.outage(new Outage("frozen", number, from, clock.now()));
    }
  }

  private synchronized void terminateSessions() throws Exception {
    bed.postgres().terminateSessions();
  }

  private synchronized void restart(String signal) throws Exception {
    long from = clock.now();
    bed.postgres().restart(signal);
    journal.outage(new Outage("database " + signal, Outage.DATABASE, from, clock.now()));
  }

  /** Starts a node again whenever it has ended. */
  private void heal(int number) throws Exception {
    ServerNode node = bed.nodes().get(number);
    while (!ended || !node.alive()) {
      if (!node.alive()) {
        long from = clock.now();
        unreached.addAll(node.clearPoints());
        node.start();
        journal.outage(new Outage("gone", number, from, clock.now()));
      }
      Clock.pass(LOOK_MILLIS);
    }
  }
}
