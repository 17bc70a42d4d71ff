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

/** Injects the planned faults and restarts the servers that have ended. */
public final class FaultInjector {

  private static final long FROZEN_MILLIS = Bed.LEASE.toMillis() + 700;
  private static final long SHUTDOWN_MILLIS = 400;
  private static final long CHECK_MILLIS = 30;

  /** Time for threads that reached a failpoint before it was disarmed to pass it. */
  private static final long PASS_MILLIS = 100;

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
   * Injects the faults while the work is executed. Returns when the work has ended and all servers
   * are running.
   */
  public void injectDuring(List<Fault> faults, Runnable work) throws Exception {
    var threads = new ArrayList<Thread>();
    for (int node = 0; node < bed.servers().size(); node++) {
      int number = node;
      threads.add(Thread.ofPlatform().start(() -> recordFailure(() -> restartWhenEnded(number))));
    }
    var stalls = new StallDetector(journal, clock);
    threads.add(Thread.ofPlatform().start(stalls));
    var injection = Thread.ofPlatform().start(() -> recordFailure(() -> inject(faults)));
    work.run();
    injection.join();
    ended = true;
    stalls.end();
    for (Thread thread : threads) {
      thread.join();
    }
    for (ServerNode node : bed.servers()) {
      unreached.addAll(node.disarmFailpoints());
    }
    Clock.sleep(PASS_MILLIS);
    for (int node = 0; node < bed.servers().size(); node++) {
      restartWhenEnded(node);
    }
    if (failure.get() != null) {
      throw new IllegalStateException("the chaos bed itself failed", failure.get());
    }
  }

  /** Failpoints that were not passed as often as planned. */
  public List<String> unreached() {
    return List.copyOf(unreached);
  }

  /** A task that may throw any exception. */
  private interface Task {
    void run() throws Exception;
  }

  private void recordFailure(Task task) {
    try {
      task.run();
    } catch (Exception | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private void inject(List<Fault> faults) throws Exception {
    var active = new ArrayList<Thread>();
    for (Fault fault : faults) {
      Clock.sleep(Math.max(0, fault.afterMillis() - clock.now() / 1_000_000));
      active.add(Thread.ofPlatform().start(() -> recordFailure(() -> inject(fault))));
    }
    for (Thread thread : active) {
      thread.join();
    }
  }

  private void inject(Fault fault) throws Exception {
    ServerNode node = bed.servers().get(fault.node());
    switch (fault.what()) {
      case KILL -> node.kill();
      case DRAIN -> node.shutDown();
      case DRAIN_AND_KILL -> {
        node.terminate();
        Clock.sleep(SHUTDOWN_MILLIS);
        node.kill();
      }
      case FREEZE -> freeze(fault.node());
      case SESSIONS -> terminateSessions();
      case RESTART -> restart("INT");
      case CRASH -> restart("QUIT");
      case HALT_AT, DELAY_AT, FAIL_AT -> armFailpoint(fault);
    }
  }

  /** The time in the id makes it unique among all rounds. */
  private void armFailpoint(Fault fault) throws Exception {
    String id = fault.point() + "-" + System.nanoTime();
    var failpoint = new Failpoint(id, fault.what().action(), fault.skip(), fault.thread(), false);
    bed.servers().get(fault.node()).armFailpoint(fault.point(), failpoint);
  }

  private void freeze(int number) throws Exception {
    ServerNode node = bed.servers().get(number);
    if (frozen.putIfAbsent(number, true) != null || !node.alive()) {
      return;
    }
    long from = clock.now();
    node.freeze();
    try {
      Clock.sleep(FROZEN_MILLIS);
    } finally {
      if (node.alive()) {
        node.thaw();
      }
      journal.addOutage(new Outage("frozen", number, from, clock.now()));
    }
  }

  private synchronized void terminateSessions() throws Exception {
    bed.postgres().terminateSessions();
  }

  private synchronized void restart(String signal) throws Exception {
    long from = clock.now();
    bed.postgres().restart(signal);
    journal.addOutage(new Outage("database " + signal, Outage.DATABASE, from, clock.now()));
  }

  /** Restarts a node whenever it has ended. */
  private void restartWhenEnded(int number) throws Exception {
    ServerNode node = bed.servers().get(number);
    while (!ended || !node.alive()) {
      if (!node.alive()) {
        long from = clock.now();
        unreached.addAll(node.disarmFailpoints());
        node.start();
        journal.addOutage(new Outage("ended", number, from, clock.now()));
      }
      Clock.sleep(CHECK_MILLIS);
    }
  }
}
