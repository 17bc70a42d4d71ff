package io.awaken.core.loop.call;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.StartedTask;
import io.awaken.core.decision.Delegation;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.submission.RefusalCode;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.text.WholeText;
import io.awaken.core.tool.TaskRefused;
import io.awaken.core.tool.Tasks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The tasks of a thread for one call: created on the run's thread, used by the tool on its own. The
 * tasks that it starts wait for {@link #keep}. Thread-safe.
 */
final class CallTasks implements Tasks {

  private final Activation run;
  private final ChildRuns children;
  private final RoundTasks round;
  private final String callId;
  private final String key;
  private final List<StartedTask> known;
  private final ThreadId thread;
  private final Caller caller;
  private final long delegates;
  private final AtomicInteger sent = new AtomicInteger();

  /** Guarded by itself. */
  private final List<Spawned> spawned = new ArrayList<>(0);

  private record Spawned(StartedTask task, Submission run) {}

  /**
   * @param key identical for every attempt of the call
   */
  CallTasks(Activation run, ChildRuns children, RoundTasks round, String callId, String key) {
    this.run = run;
    this.children = children;
    this.round = round;
    this.callId = callId;
    this.key = key;
    this.known = run.value(RuntimeKeys.TASKS);
    this.thread = run.fence().threadId();
    this.caller = run.identity().caller();
    this.delegates = run.questions().waitingForRuns();
  }

  @Override
  public String spawn(Work work) throws TaskRefused {
    require("prompt", work.prompt(), MAX_TEXT);
    if (work.name() != null) {
      require("name", work.name(), MAX_NAME);
    }
    if (!run.setup().registry().agents().containsKey(work.agentId())) {
      throw new TaskRefused(TaskRefused.UNKNOWN_AGENT, "there is no agent with this id");
    }
    Submission task = children.task(run, callId, work.agentId(), work.prompt());
    String id = task.runId().value();
    Optional<String> refusal = round.take(id, known, delegates, run);
    if (refusal.isPresent()) {
      throw new TaskRefused(TaskRefused.LIMIT, refusal.get());
    }
    var started =
        new StartedTask(
            id,
            task.threadId().value(),
            work.agentId(),
            work.name(),
            task.spec().parentRunId().value(),
            work.awaited());
    synchronized (spawned) {
      spawned.add(new Spawned(started, task));
    }
    return id;
  }

  /** Adds the started tasks to the next commit; on the run's thread, when the call succeeded. */
  void keep() {
    synchronized (spawned) {
      for (Spawned each : spawned) {
        run.pending().start(each.run());
        run.update(RuntimeKeys.TASKS, each.task());
      }
      spawned.clear();
    }
  }

  @Override
  public List<Task> list(int most) {
    return known.reversed().stream()
        .limit(most)
        .flatMap(task -> stored(task).map(found -> shown(task, found)).stream())
        .toList();
  }

  @Override
  public Optional<Task> find(String id) {
    return known(id).flatMap(task -> stored(task).map(found -> shown(task, found)));
  }

  @Override
  public void cancel(String id) throws TaskRefused {
    children.queue().cancel(required(id).runId(), caller);
  }

  @Override
  public void send(String id, String text) throws TaskRefused {
    require("content", text, MAX_TEXT);
    RunRecord task = required(id);
    String name = "message " + key + " " + sent.incrementAndGet();
    String message = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    RunSpec spec =
        RunSpec.of(task.agentId(), null, List.of(Message.user(message, text)))
            .withDelivery(Delivery.USUAL.from(RunOrigin.INTERNAL, null));
    Submission submission =
        new Submission(new RunId(message), task.threadId(), new JobId(message), caller, spec)
            .as(SubmitMode.RESUME_OPEN_RUN);
    if (children.queue().send(submission) instanceof SubmitResult.Refused refused) {
      throw new TaskRefused(
          TaskRefused.NOT_OPEN,
          refused.code() == RefusalCode.NO_OPEN_RUN
              ? "the task has not started yet, or has ended"
              : refused.message());
    }
  }

  private RunRecord required(String id) throws TaskRefused {
    return known(id)
        .flatMap(this::stored)
        .orElseThrow(
            () -> new TaskRefused(TaskRefused.NOT_FOUND, "this thread has no task with this id"));
  }

  private Optional<StartedTask> known(String id) {
    return known.stream().filter(task -> task.id().equals(id)).findFirst();
  }

  /** The run of a task. Empty when it was deleted, or the caller may not read it. */
  private Optional<RunRecord> stored(StartedTask task) {
    return children
        .runs()
        .find(new RunId(task.id()))
        .filter(found -> found.readableBy(caller))
        .map(found -> failed(found) ? lastOf(task, found) : found);
  }

  private static boolean failed(RunRecord run) {
    return run.termination() instanceof TerminationReason.Error;
  }

  /** A failed task may have been redriven, which makes another run on its thread. */
  private RunRecord lastOf(StartedTask task, RunRecord first) {
    var filter =
        new RunQuery.Filter(
            thread.tenant(), null, null, null, first.threadId(), new RunId(task.runId()));
    var last = children.runs().list(new RunQuery(filter, null, 0, 1)).items();
    return last.isEmpty() ? first : last.getFirst();
  }

  private static Task shown(StartedTask task, RunRecord found) {
    String status =
        switch (found.status()) {
          case CREATED -> "queued";
          case DONE -> Delegation.status(found.termination());
          case RUNNING, WAITING -> found.status().wire();
        };
    boolean ended = found.status() == RunStatus.DONE && found.finalOutput() != null;
    return new Task(
        task.id(),
        task.agentId(),
        task.name(),
        status,
        ended ? WholeText.cut(found.finalOutput(), Delegation.MAX_TASK_RESPONSE) : null,
        found.steps(),
        found.cost());
  }

  private static void require(String field, String text, int most) throws TaskRefused {
    if (text == null || text.isBlank() || text.length() > most) {
      throw new TaskRefused(
          TaskRefused.INVALID_TEXT, field + " must have 1 to " + most + " characters");
    }
  }
}
