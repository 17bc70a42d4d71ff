package io.awaken.crash;

import io.awaken.core.run.Fence;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.ForwardingCommit;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes at which runs stand still until their process is killed. Thread-safe. */
final class StandingCommit extends ForwardingCommit {

  private final World world;
  private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> written = new ConcurrentHashMap<>();

  StandingCommit(RunCommit behind, World world) {
    super(behind);
    this.world = world;
  }

  /** Waits until a run has written its first of a kind. */
  void await(Boundary boundary, Write what) throws InterruptedException {
    latch(boundary, what).await();
  }

  private CountDownLatch latch(Boundary boundary, Write what) {
    return written.computeIfAbsent(boundary + " " + what, name -> new CountDownLatch(1));
  }

  @Override
  public Fence commit(Fence fence, StepCommit step) {
    Set<Write> kinds = Write.of(step);
    standBefore(fence, kinds);
    Fence next = super.commit(fence, step);
    standAfter(fence, kinds);
    return next;
  }

  @Override
  public boolean park(Fence fence, StepCommit last) {
    Set<Write> kinds = with(Write.PARK, last);
    standBefore(fence, kinds);
    boolean told = super.park(fence, last);
    standAfter(fence, kinds);
    return told;
  }

  @Override
  public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
    Set<Write> kinds = with(Write.FINISH, last);
    standBefore(fence, kinds);
    boolean told = super.finish(fence, last, outcome);
    standAfter(fence, kinds);
    return told;
  }

  private static Set<Write> with(Write kind, StepCommit step) {
    Set<Write> kinds = EnumSet.of(kind);
    kinds.addAll(Write.of(step));
    return kinds;
  }

  private void standBefore(Fence fence, Set<Write> kinds) {
    stand(fence, kinds, true);
  }

  private void standAfter(Fence fence, Set<Write> kinds) {
    Boundary boundary = Boundary.valueOf(fence.threadId().value());
    kinds.forEach(kind -> latch(boundary, kind).countDown());
    stand(fence, kinds, false);
  }

  private void stand(Fence fence, Set<Write> kinds, boolean before) {
    String thread = fence.threadId().value();
    Cut cut = Boundary.valueOf(thread).cut;
    if (cut.before() != before || cut.write() == null || !kinds.contains(cut.write())) {
      return;
    }
    int count = counts.computeIfAbsent(thread, name -> new AtomicInteger()).incrementAndGet();
    if (count == cut.nth()) {
      try {
        world.stand(thread);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
