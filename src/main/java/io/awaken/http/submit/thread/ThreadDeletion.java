package io.awaken.http.submit.thread;

import io.awaken.core.mailbox.control.RunCanceller;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.submission.Unavailable;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.UnfinishedRun;
import io.awaken.core.submit.BusyThread;
import io.awaken.http.security.Ownership;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.open.Streams;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * One request to delete a thread: cancels its runs on request, checks whether they have ended,
 * counted as a stream and without blocking a thread, and deletes descendants first. Checks run one
 * after the other, so only the answer is shared.
 */
final class ThreadDeletion {

  private static final int RUNS_AT_ONCE = 100;

  /** Maximum number of pages of runs that one check cancels. */
  private static final int PAGES = 100;

  private final Parts parts;
  private final Wanted wanted;
  private final ThreadRecord thread;
  private final ThreadId root;
  private final Set<RunId> cancelled = new HashSet<>();
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final CompletableFuture<Void> answered = new CompletableFuture<>();
  private List<ThreadId> doomed = List.of();
  private boolean placed;
  private int checks;

  /** Its collaborators. */
  record Parts(
      ThreadStore threads,
      RunStore runs,
      SuspensionStore suspensions,
      RunCanceller canceller,
      Streams streams,
      StreamThreads executors) {}

  /**
   * The request.
   *
   * @param children how to treat child threads
   * @param cancel whether to cancel open runs
   * @param by the caller
   */
  record Wanted(ChildStrategy children, boolean cancel, Caller by) {}

  /**
   * @param thread just read
   */
  ThreadDeletion(Parts parts, Wanted wanted, ThreadRecord thread) {
    this.parts = parts;
    this.wanted = wanted;
    this.thread = thread;
    this.root = thread.id();
  }

  /** Completes when the thread is deleted; a refusal has the reason why it still exists. */
  CompletionStage<Void> begin() {
    deletePart();
    return done;
  }

  private void deletePart() {
    if (done.isDone()) {
      return;
    }
    try {
      if (deleted()) {
        answer(null);
      } else {
        parts
            .executors()
            .timer()
            .schedule(this::resume, ThreadDeletions.PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (RejectedExecutionException e) {
      answer(new Unavailable("the server stops"));
    } catch (RuntimeException | Error e) {
      // Nothing else would end the request, and its client would wait for ever.
      answer(e);
    }
  }

  private void answer(Throwable failure) {
    if (failure == null) {
      done.complete(null);
    } else {
      done.completeExceptionally(failure);
    }
    answered.complete(null);
  }

  /** The node stops: waiting clients must retry elsewhere. */
  private void drain() {
    parts
        .executors()
        .blocking()
        .execute(() -> answer(new Unavailable("the node is shutting down")));
  }

  private void resume() {
    try {
      parts.executors().blocking().execute(this::deletePart);
    } catch (RejectedExecutionException e) {
      answer(new Unavailable("the server stops"));
    }
  }

  private boolean deleted() {
    if (checks > 0) {
      requireTheSame();
      List<UnfinishedRun> left = unfinished();
      if (!left.isEmpty() && left.stream().allMatch(run -> cancelled.contains(run.runId()))) {
        return waits(left.getLast());
      }
    }
    doomed = chosen();
    List<UnfinishedRun> runs = unfinished();
    for (int page = 1; !runs.isEmpty(); page++) {
      if (!wanted.cancel()) {
        throw busy(runs.getLast(), "; cancel=true cancels it").exception();
      }
      if (!cancel(runs) || page == PAGES) {
        return waits(runs.getLast());
      }
      runs = unfinished();
    }
    List<RunId> tasks = wanted.children() == ChildStrategy.DETACH ? tasks() : List.of();
    for (ThreadId thread : doomed) {
      if (!deleted(thread)) {
        return waits(new UnfinishedRun(thread, null));
      }
    }
    // Only now: the end of one before would be a new run of the thread.
    tasks.forEach(task -> parts.canceller().cancel(task, wanted.by()));
    return true;
  }

  /** Unfinished background tasks of the thread: with it goes the place to report their end. */
  private List<RunId> tasks() {
    List<ThreadId> children =
        parts.threads().children(List.of(root), wanted.by(), ThreadDeletions.MAX_THREADS);
    return children.isEmpty()
        ? List.of()
        : parts.threads().unfinished(children, ThreadDeletions.MAX_THREADS).stream()
            .map(UnfinishedRun::runId)
            .filter(
                run -> parts.runs().find(run).filter(is -> is.parentRunId() != null).isPresent())
            .toList();
  }

  /** A thread with this id that was created after another caller's deletion is a new thread. */
  private void requireTheSame() {
    parts
        .threads()
        .find(root)
        .filter(
            now ->
                now.createdAt() == thread.createdAt()
                    && now.tenant().equals(thread.tenant())
                    && now.owner().equals(thread.owner()))
        .orElseThrow(() -> Refusal.notFound("thread", root.value()).exception());
  }

  /** The thread after all descendants to delete; children before parents. */
  private List<ThreadId> chosen() {
    return switch (wanted.children()) {
      case DETACH -> List.of(root);
      case REJECT -> {
        // Before its runs are cancelled in vain; the deletion itself checks again.
        if (parts.threads().hasChildren(root)) {
          throw hasChildren().exception();
        }
        yield List.of(root);
      }
      case CASCADE -> family();
    };
  }

  private List<ThreadId> family() {
    var found = new LinkedHashSet<ThreadId>(List.of(root));
    List<ThreadId> generation = List.of(root);
    while (!generation.isEmpty()) {
      generation =
          parts.threads().children(generation, wanted.by(), ThreadDeletions.MAX_THREADS).stream()
              .filter(found::add)
              .toList();
      if (found.size() > ThreadDeletions.MAX_THREADS) {
        throw Refusal.conflict(
                "too_many_threads",
                "with those that come from it more than %d threads would be deleted at once"
                    .formatted(ThreadDeletions.MAX_THREADS))
            .exception();
      }
    }
    return new ArrayList<>(found).reversed();
  }

  /** Of the threads found last: the family is not searched at every check. */
  private List<UnfinishedRun> unfinished() {
    return parts.threads().unfinished(doomed, RUNS_AT_ONCE);
  }

  /**
   * @return whether one of them ended at once; others end at their next boundary
   */
  private boolean cancel(List<UnfinishedRun> runs) {
    takePlace();
    boolean ended = false;
    for (UnfinishedRun run : runs) {
      if (!cancelled.contains(run.runId())) {
        switch (parts.canceller().cancel(run.runId(), wanted.by())) {
          case ENDED, ALREADY_DONE -> ended = true;
          case REQUESTED, NOT_FOUND -> cancelled.add(run.runId());
        }
      }
    }
    return ended;
  }

  /** Returns false while it may still wait. */
  private boolean waits(UnfinishedRun run) {
    takePlace();
    if (++checks > ThreadDeletions.CHECKS) {
      String late =
          ", %d seconds after it was cancelled"
              .formatted(ThreadDeletions.CHECKS * ThreadDeletions.PAUSE_MILLIS / 1_000);
      throw busy(run, late).exception();
    }
    return false;
  }

  /** Before anything is cancelled: a caller who may not wait must not cause any effect. */
  private void takePlace() {
    if (!placed) {
      try (var place = parts.streams().reserve(wanted.by())) {
        place.keep(answered, this::drain);
      }
      placed = true;
    }
  }

  private boolean deleted(ThreadId thread) {
    boolean onlyChildless = wanted.children() == ChildStrategy.REJECT;
    return switch (parts.threads().delete(thread, wanted.by(), onlyChildless)) {
      case DELETED -> true;
      case NOT_FOUND -> {
        if (thread.equals(root)) {
          throw Refusal.notFound("thread", root.value()).exception();
        }
        yield true;
      }
      case BUSY -> false;
      case HAS_CHILDREN -> throw hasChildren().exception();
    };
  }

  private Refusal hasChildren() {
    return new Refusal(
        400, "has_children", "thread " + root + " has child threads", "child_strategy", null);
  }

  private Refusal busy(UnfinishedRun run, String more) {
    RunId id = run.runId();
    if (id == null) {
      return Refusal.conflict("thread_busy", "thread " + run.threadId() + " has a new run");
    }
    if (Ownership.seen(parts.runs().find(id), wanted.by()).isEmpty()) {
      return Refusal.conflict(
          "thread_busy", "thread %s has a run of another caller".formatted(run.threadId()));
    }
    return Refusal.conflict(
            "thread_busy", "thread %s has an open run: %s%s".formatted(run.threadId(), id, more))
        .with(BusyThread.of(id, parts.suspensions().ofRun(id)));
  }
}
