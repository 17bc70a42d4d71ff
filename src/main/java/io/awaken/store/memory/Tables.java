package io.awaken.store.memory;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.decision.Delegation;
import io.awaken.core.decision.Plan;
import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.document.DocumentStore.StoredDocument;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.event.ThreadLogView.Placed;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.run.BegunCall;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.RunTotals;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.DecideOutcome;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.store.thread.CutDecision.Cut;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.store.memory.MemoryOutboxStore.OutboxRow;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The rows and the single lock around them, which acts as the transaction. */
final class Tables {
  final Map<ThreadId, ThreadRow> threads = new HashMap<>();
  final Map<RunId, RunRow> runs = new HashMap<>();
  final Map<JobId, JobRow> jobs = new HashMap<>();
  final Map<JobId, JobRow> queued = new LinkedHashMap<>();
  final Map<JobId, JobRow> claimed = new LinkedHashMap<>();

  /** Runs with suspensions. */
  final Set<RunRow> asking = new LinkedHashSet<>();

  /**
   * Steering submissions: the id of the run that was not created, to the run that got the messages.
   */
  final Map<RunId, RunId> steered = new HashMap<>();

  /** Outbox entries by id, in the order of writing. */
  final Map<String, OutboxRow> outbox = new LinkedHashMap<>();

  final IdempotencyKeys keys = new IdempotencyKeys(this);
  final MemoryDocumentStore documents = new MemoryDocumentStore(this);

  private final ReentrantLock lock = new ReentrantLock();
  private final InstantSource clock;

  private long numbers;
  private long places;

  Tables(InstantSource clock) {
    this.clock = clock;
  }

  <T> T call(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  long now() {
    return clock.millis();
  }

  /** Accepts and queues a run. */
  JobRow enqueue(ThreadRow thread, Submission submission) {
    var run = new RunRow(thread, submission, now());
    var job = new JobRow(submission.jobId(), run, submission.spec(), ++numbers, now());
    runs.put(run.id, run);
    add(job);
    store(thread, submission.media());
    thread.latestRun = run;
    thread.updatedAt = now();
    return job;
  }

  /** Returns the thread of a submission, which is new if it was not known. */
  ThreadRow made(ThreadRow known, Submission submission) {
    if (known != null) {
      return known;
    }
    var caller = submission.caller();
    ParentCall call = submission.spec().parent();
    var made =
        new ThreadRow.NewThread(
            submission.threadId(),
            caller.tenant(),
            caller.subject(),
            submission.sharing(),
            submission.title(),
            null,
            call == null ? null : call.threadId());
    var thread = new ThreadRow(made, now());
    threads.put(thread.id, thread);
    return thread;
  }

  /** Stores media of a thread, each content once. */
  void store(ThreadRow thread, List<MediaContent> media) {
    media.forEach(content -> thread.media.putIfAbsent(content.id(), content));
  }

  /** Assigns the thread to a job and pins a run that starts. */
  void take(JobRow job, ClaimToken token, Settings settings, Pins pins) {
    ThreadRow thread = job.run.thread;
    if (!job.run.begun()) {
      StoredDocument document = pins.of(job.run.spec.agentId()).orElse(null);
      if (document != null) {
        documents.store(document);
        job.run.resolution = document.hash();
      }
    }
    if (job.cut() instanceof Cut cut) {
      thread.cut(cut);
      thread.runsReadAgain(cut, !job.input().isEmpty()).stream()
          .map(runs::get)
          .filter(Objects::nonNull)
          .forEach(job.run::copySpeakersOf);
    }
    if (job.attempts == 0) {
      thread.append(job.run.id, job.input());
    }
    job.claimed(token, settings.nodeId(), now(), settings.lease());
    Long left = job.run.timeLeft;
    job.deadlineAt = now() + (left == null ? settings.bounds().runTime().toMillis() : left);
    move(job, JobStatus.CLAIMED);
    thread.slot = job;
    thread.openRun = job.run;
    thread.epoch++;
    thread.updatedAt = now();
    job.run.start(now());
  }

  /** Stores a decision and resumes the run if it waits. */
  DecideOutcome decided(RunRow run, SuspensionRecord decided) {
    run.questions.put(decided);
    var decide = new RunCommand.Decide(run.questions.counts().decisionCounts());
    if (RunRules.decide(stateOf(run), decide) == Step.RESUME) {
      resume(run);
      return new DecideOutcome(Taken.RESUMES, decided);
    }
    return new DecideOutcome(Taken.STORED, decided);
  }

  /**
   * Answers the call that waits for an ended run, if there is one and it still waits; that of a
   * task has its thread told.
   */
  void answer(RunRow ended) {
    ParentCall call = ended.spec.parent();
    RunRow above = call == null ? null : runs.get(call.runId());
    if (above == null) {
      return;
    }
    if (call.ofTask()) {
      RunOutcome outcome = ended.outcome.to(call);
      tell(above, Delegation.told(ended.id, outcome, above.spec.agentId(), above.caller));
      return;
    }
    var key = new SuspensionKey(call.threadId(), call.runId(), call.callId(), call.ordinal());
    SuspensionRecord asked = above.questions.find(key);
    if (asked != null && asked.status() == SuspensionStatus.OPEN) {
      Decision answer = Delegation.answer(ended.outcome.to(call), now());
      decided(above, asked.decided(answer, Delegation.BY));
    }
  }

  /** Gives a message to a run, or to a new one if that has ended. */
  private void tell(RunRow run, Submission message) {
    run.inbox.add(message);
    if (run.status == RunStatus.DONE) {
      queueLeft(run);
    } else {
      resumeForMessages(run);
    }
  }

  /** Resumes a run that waits for its tasks, since it has a message. */
  void resumeForMessages(RunRow run) {
    var decide = new RunCommand.Decide(run.questions.counts().waitsForMessages());
    if (RunRules.decide(stateOf(run), decide) == Step.RESUME) {
      resume(run);
    }
  }

  /**
   * Queues the job that resumes a waiting run, unless one is queued: with the priority and sender
   * of the job before, without delay and key.
   */
  void resume(RunRow run) {
    if (!queued.containsKey(run.jobId)) {
      Delivery delivery = jobs.get(run.jobId).delivery().after(Duration.ZERO).once(null);
      RunSpec rest = run.spec.withMessages(List.of()).superseding(null).withDelivery(delivery);
      run.jobId = new JobId(run.id.value() + "." + run.thread.epoch);
      add(new JobRow(run.jobId, run, rest, ++numbers, now()));
    }
  }

  private void add(JobRow job) {
    jobs.put(job.id, job);
    job.updatedAt = now();
    enter(job);
  }

  private void enter(JobRow job) {
    queued.put(job.id, job);
    job.run.thread.queued++;
  }

  /**
   * Returns the queued jobs of a thread.
   *
   * @param due only those that are due
   */
  List<JobRow> queueOf(ThreadRow thread, boolean due) {
    return thread.queued == 0
        ? List.of()
        : queued.values().stream()
            .filter(job -> job.run.thread == thread && (!due || job.availableAt <= now()))
            .toList();
  }

  /** Returns the state of a run; the job of a finished one may be deleted. */
  RunState stateOf(RunRow run) {
    JobRow job = jobs.get(run.jobId);
    return job == null ? RunState.DONE : job.state();
  }

  /** Returns the input of a run. */
  List<Message> input(RunRow run) {
    return jobs.values().stream()
        .filter(job -> job.run == run && !job.input().isEmpty())
        .findFirst()
        .map(JobRow::input)
        .orElse(List.of());
  }

  /** Changes a job's status and updates the indexes. */
  void move(JobRow job, JobStatus status) {
    if (queued.remove(job.id) != null) {
      job.run.thread.queued--;
    }
    claimed.remove(job.id);
    job.go(status);
    job.updatedAt = now();
    switch (status) {
      case QUEUED -> {
        job.run.timeLeft = job.timeLeft(now());
        enter(job);
      }
      case CLAIMED -> claimed.put(job.id, job);
      default -> job.token = null;
    }
  }

  /** Removes a thread, whose runs are finished, with all its data. */
  void remove(ThreadRow thread) {
    threads.remove(thread.id);
    Set<RunId> gone = new HashSet<>();
    runs.values().stream().filter(run -> run.thread == thread).forEach(run -> gone.add(run.id));
    jobs.values().removeIf(job -> gone.contains(job.run.id));
    queued.values().removeIf(job -> gone.contains(job.run.id));
    asking.removeIf(run -> gone.contains(run.id));
    outbox.keySet().removeAll(thread.outbox.keySet());
    steered.values().removeIf(gone::contains);
    runs.keySet().removeAll(gone);
    threads.values().stream()
        .filter(other -> thread.id.equals(other.parentThreadId))
        .forEach(child -> child.parentThreadId = null);
  }

  /** Frees the slot of the job's thread; the run stays open until it is finished. */
  void releaseSlot(JobRow job) {
    job.token = null;
    job.run.thread.slot = null;
    job.run.thread.updatedAt = now();
  }

  /**
   * Ends a run that no node executes; its state stays until its plugins are notified. It gets a new
   * epoch unless another run executes: that run's fence must hold, and a queued run never had an
   * owner.
   */
  void end(RunRow run, Plan.End plan) {
    JobRow job = jobs.get(run.jobId);
    if (job.status == JobStatus.QUEUED || job.status == JobStatus.CLAIMED) {
      move(job, plan.job());
    }
    TerminationReason why = plan.why();
    ThreadRow thread = run.thread;
    var ending = new OwnerlessEnding(thread.id, run.id, why);
    thread.epoch += thread.slot == null ? 1 : 0;
    List<BegunCall> begun =
        run.calls.values().stream().filter(BegunCall::is).map(BegunCall::of).toList();
    var totals = new RunTotals();
    run.segments.forEach(segment -> totals.add(segment.entries()));
    var last = new Cursor(thread.epoch, run.lastSequence());
    append(run, ending.segment(last, job::runStart, now(), begun, totals.stepOpen()));
    thread.append(run.id, ending.results(begun, run.spec.agentId()));
    run.end(totals.outcome(why), now());
    run.calls.replaceAll(
        (id, call) -> call.status().terminal() ? call : call.with(ToolCallStatus.CANCELLED));
    run.questions.cancel();
    thread.openRun = thread.openRun == run ? null : thread.openRun;
    thread.updatedAt = now();
    queueLeft(run);
    add(run, OutboxEntry.end(run.id));
    tell(run, run.id.value() + "-end", null);
    answer(run);
  }

  /** Writes an entry for each target of a run; returns whether there is one. */
  boolean tell(RunRow run, String id, JsonNode told) {
    OutboxEntry.pushes(id, run.targets.values(), told).forEach(entry -> add(run, entry));
    return !run.targets.isEmpty();
  }

  /** Writes an entry that no owner delivers, due at once. */
  void add(RunRow run, OutboxEntry entry) {
    put(new OutboxRow(run.thread, run.id, entry, null, now(), 0));
  }

  void put(OutboxRow row) {
    outbox.put(row.entry.id(), row.placed(++places));
    row.thread.outbox.put(row.entry.id(), row);
  }

  /** Removes a delivered entry, if it still exists. */
  void removeEntry(String id) {
    OutboxRow row = outbox.remove(id);
    if (row != null) {
      row.thread.outbox.remove(id);
    }
  }

  /** Stores the segment of a commit. */
  void append(RunRow run, Segment segment) {
    run.segments.add(segment);
    run.thread.commits.add(new Placed(++places, run.id, run.caller.subject(), segment));
  }

  /** Queues the unread messages of an ended run as new runs. */
  void queueLeft(RunRow run) {
    run.inbox.forEach(left -> enqueue(run.thread, left));
    run.inbox.clear();
  }
}
