package io.awaken.store.memory;

import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.run.Fence;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.KeyScope;
import io.awaken.core.state.StateChanges;
import io.awaken.core.state.StateChanges.StateChange;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.outbox.OpenQuestions;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import java.util.Objects;

/** The fenced write over {@link Tables}. */
final class MemoryRunCommit implements RunCommit {
  private final Tables tables;
  private final MemoryOutboxStore outbox;

  MemoryRunCommit(Tables tables, MemoryOutboxStore outbox) {
    this.tables = tables;
    this.outbox = outbox;
  }

  @Override
  public Fence commit(Fence fence, StepCommit step) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(fence.threadId());
          if (thread == null || !thread.ownedBy(fence)) {
            throw new StaleFence(fence);
          }
          if (!known(thread, step)) {
            requireCount(thread, fence);
            append(thread, thread.slot.run, step);
          }
          return step.next(fence);
        });
  }

  @Override
  public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(fence.threadId());
          return (thread == null || !known(thread, last)) && end(thread, fence, last, outcome);
        });
  }

  private boolean end(ThreadRow thread, Fence fence, StepCommit last, RunOutcome outcome) {
    JobRow job = owned(thread, fence);
    RunRules.require(job.state(), new RunCommand.Finish(outcome.termination()));
    append(thread, job.run, last);
    if (!(outcome.termination() instanceof TerminationReason.NaturalEnd)) {
      job.run.questions.cancel();
    }
    job.run.end(outcome, tables.now());
    tables.releaseSlot(job);
    thread.openRun = null;
    tables.move(job, JobStatus.ACCEPTED);
    tables.queueLeft(job.run);
    tables.answer(job.run);
    return tables.tell(job.run, last.commitId(), null);
  }

  @Override
  public boolean park(Fence fence, StepCommit last) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(fence.threadId());
          return (thread == null || !known(thread, last)) && park(thread, fence, last);
        });
  }

  private boolean park(ThreadRow thread, Fence fence, StepCommit last) {
    JobRow job = owned(thread, fence);
    RunRules.require(
        job.state(),
        new RunCommand.Park(
            job.run
                .questions
                .counts(last.suspensions(), tables.now())
                .keepsFromParking(job.run.unread(last.consumed()))));
    append(thread, job.run, last);
    job.run.park(tables.now(), job.timeLeft(tables.now()));
    tables.releaseSlot(job);
    tables.move(job, JobStatus.ACCEPTED);
    OpenQuestions asked = last.outbox().asked();
    return asked != null && tables.tell(job.run, last.commitId(), asked.payload());
  }

  private static JobRow owned(ThreadRow thread, Fence fence) {
    if (thread == null || !thread.ownedBy(fence)) {
      throw new StaleFence(fence);
    }
    requireCount(thread, fence);
    return thread.slot;
  }

  private static void requireCount(ThreadRow thread, Fence fence) {
    if (thread.messages.size() != fence.messageCount()
        || !Objects.equals(thread.commitId, fence.commitId())) {
      throw new StaleFence(fence);
    }
  }

  /** Returns whether this commit was already written. */
  private static boolean known(ThreadRow thread, StepCommit step) {
    return step.commitId().equals(thread.commitId);
  }

  private void append(ThreadRow thread, RunRow run, StepCommit step) {
    tables.store(thread, step.media());
    thread.append(run.id, step.messages());
    step.newCalls().forEach(call -> put(run, call));
    step.changedCalls().forEach(call -> put(run, call));
    if (step.segment() != null) {
      tables.append(run, step.segment());
    }
    write(thread, run, step.state());
    write(run, step);
    outbox.write(thread, run.id, step.outbox(), thread.slot.token);
    step.children().forEach(child -> tables.enqueue(tables.made(null, child), child));
    thread.commitId = step.commitId();
    thread.updatedAt = tables.now();
  }

  private static void write(ThreadRow thread, RunRow run, StateChanges state) {
    for (StateChange change : state.changes()) {
      var values = change.scope() == KeyScope.THREAD ? thread.state : run.state;
      if (change.value() == null) {
        values.remove(change.key());
      } else {
        values.put(change.key(), change.value());
      }
    }
    if (state.forgetsRun()) {
      run.state.clear();
    }
  }

  private void write(RunRow run, StepCommit step) {
    if (!step.suspensions().isEmpty()) {
      run.questions.write(step.suspensions(), tables.now());
      tables.asking.add(run);
    }
    if (!step.consumed().isEmpty()) {
      run.inbox.removeIf(sent -> step.consumed().contains(sent.runId().value()));
    }
  }

  private static void put(RunRow run, CallState call) {
    run.calls.put(call.callId(), call);
  }
}
