package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunQuery.After;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.security.RefusedException;
import io.awaken.http.submit.JsonFields;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.PlaceCursor;
import io.awaken.http.submit.RunPlace;
import io.awaken.http.submit.RunStops;
import io.awaken.http.submit.RunStreams;
import io.awaken.http.submit.RunWaits;
import io.awaken.protocol.a2a.task.A2aError;
import io.awaken.protocol.a2a.task.TaskEncoding;
import io.awaken.protocol.a2a.task.TaskEncoding.Reading;
import io.awaken.protocol.a2a.task.TaskState;
import io.awaken.protocol.a2a.task.TaskViews;
import io.awaken.protocol.a2a.task.TaskViews.Detail;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Reads, lists, cancels and follows tasks. A task is a run that the caller may read; a task that
 * does not exist and one that the caller may not see get the same refusal. Thread-safe.
 */
@Dependent
public class TaskOperations {

  /** Tasks of a page by default, and at most. */
  static final int PAGE = 50;

  static final int MAX_PAGE = 100;

  /** Milliseconds that a cancellation waits for the task to end. */
  static final long CANCEL_MILLIS = 5_000;

  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final RunStops stops;
  private final RunWaits waits;
  private final RunStreams streams;
  private final TaskViews views;

  @Inject
  public TaskOperations(
      RunStore runs,
      SuspensionStore suspensions,
      ThreadStore threads,
      RunStops stops,
      RunWaits waits,
      RunStreams streams) {
    this.runs = runs;
    this.suspensions = suspensions;
    this.stops = stops;
    this.waits = waits;
    this.streams = streams;
    this.views = new TaskViews(threads, suspensions);
  }

  TaskViews views() {
    return views;
  }

  /** The stored run of a task. */
  RunRecord stored(RunId id) {
    return runs.find(id).orElseThrow(() -> A2aError.noTask(id.value()));
  }

  /**
   * The run of a task.
   *
   * @param id as sent
   * @param tenant the agent that the task must be of; null for any
   * @throws RefusedException 404
   */
  RunRecord run(String id, String tenant, Caller caller) {
    RunRecord run = PathIds.task(id, caller, runs);
    if (tenant != null && !tenant.equals(run.agentId())) {
      throw A2aError.noTask(id);
    }
    return run;
  }

  private RunRecord run(A2aRequest request) {
    String id = JsonFields.required(request.params(), "id", "id");
    return run(id, request.tenant(), request.caller());
  }

  /** {@code GetTask}. */
  ObjectNode get(A2aRequest request) {
    var detail = new Detail(Fields.history(request.params(), "historyLength"), true);
    return views.of(run(request), request.caller(), detail);
  }

  /**
   * {@code ListTasks}: the last changed first. Runs that wait are told apart by their questions, so
   * that a page of a state may have fewer tasks than runs were counted and read.
   */
  ObjectNode list(A2aRequest request) {
    ObjectNode params = request.params();
    Integer wanted = Fields.number(params, "pageSize", "pageSize", 1, MAX_PAGE);
    int size = wanted == null ? PAGE : wanted;
    After after =
        Fields.text(params, "pageToken") == null
            ? null
            : PlaceCursor.read(
                    "pageToken",
                    params.get("pageToken"),
                    at -> new After(at.millis(), new RunId(at.id())))
                .orElse(null);
    var detail =
        new Detail(
            Fields.history(params, "historyLength"),
            Fields.flag(params, "includeArtifacts", "includeArtifacts"));
    TaskState state = state(params);
    Instant since = Fields.time(params, "statusTimestampAfter");
    var changes =
        new RunQuery.Changes(
            state == null ? Set.of() : state.endings(),
            since == null ? null : since.toEpochMilli());
    var found = runs.list(RunQuery.byChange(filter(request, state), after, size + 1, changes));
    List<RunRecord> page = found.items().subList(0, Math.min(size, found.items().size()));
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode tasks = result.putArray("tasks");
    views.of(page, request.caller(), detail).stream()
        .filter(task -> state == null || state.wire().equals(task.at("/status/state").asText()))
        .forEach(tasks::add);
    boolean more = found.cut() || found.items().size() > page.size();
    String next =
        more
            ? new PlaceCursor(page.getLast().updatedAt(), page.getLast().runId().value()).text()
            : "";
    result.put("nextPageToken", next).put("pageSize", size).put("totalSize", found.total());
    return result;
  }

  private static TaskState state(ObjectNode params) {
    String text = Fields.text(params, "status");
    if (text == null || text.equals("TASK_STATE_UNSPECIFIED")) {
      return null;
    }
    TaskState state = TaskState.ofWire(text);
    if (state == null) {
      throw JsonFields.invalid("status", "must be a state such as TASK_STATE_WORKING");
    }
    return state;
  }

  private static RunQuery.Filter filter(A2aRequest request, TaskState state) {
    String context = Fields.text(request.params(), "contextId");
    return RunQuery.Filter.of(
        request.caller(),
        state == null ? null : state.run(),
        request.tenant(),
        context == null ? null : thread("contextId", context, request.caller()),
        null);
  }

  /**
   * The thread of a context.
   *
   * @throws io.awaken.core.run.InvalidId for a text that is no id
   */
  static ThreadId thread(String field, String context, Caller caller) {
    Ids.check(field, context);
    return new ThreadId(caller.tenant(), context);
  }

  /** {@code CancelTask}: requests it, and waits a while for the task to end. */
  CompletionStage<ObjectNode> cancel(A2aRequest request) {
    RunRecord run = run(request);
    Caller caller = request.caller();
    if (run.status() == RunStatus.DONE
        || stops.cancel(run.runId(), caller) == CancelResult.ALREADY_DONE) {
      throw A2aError.TASK_NOT_CANCELABLE.exception("the task has ended: " + run.runId());
    }
    return settled(run.runId(), CANCEL_MILLIS, caller)
        .thenApply(now -> views.of(now, caller, new Detail(null, true)));
  }

  /** Waits until a run ends or waits for its client, if there is a place to wait. */
  CompletionStage<RunRecord> settled(RunId id, long millis, Caller caller) {
    return waits.awaitIfPossible(id, millis, caller);
  }

  /** {@code SubscribeToTask}: the task, then what changes until it ends. */
  void subscribe(A2aRequest request) {
    RunId id = run(request).runId();
    // Read the end first, so that no event is missed between it and the status.
    Cursor end = streams.end(id);
    RunRecord run = stored(id);
    if (run.status() == RunStatus.DONE) {
      throw A2aError.UNSUPPORTED_OPERATION.exception("the task has ended: " + id);
    }
    follow(run, end, Reading.ofSubscriber(context(run), since(run), request.frames()), request);
  }

  private static String context(RunRecord run) {
    return run.threadId().value();
  }

  private static Instant since(RunRecord run) {
    return Instant.ofEpochMilli(run.createdAt());
  }

  /**
   * Streams a task for the client that has just added a message to it.
   *
   * @param before the last event of the run before the message
   */
  void followAdded(RunRecord run, Cursor before, A2aRequest request) {
    RunRecord now = stored(run.runId());
    List<SuspensionRecord> questions = suspensions.ofRun(run.runId());
    boolean nothing = waits.settled(now) && before.equals(end(run.runId()));
    // Where nothing follows, the last event repeats the open questions, or the end.
    Cursor from = nothing ? new Cursor(before.epoch(), before.sequence() - 1) : before;
    follow(
        run,
        from,
        Reading.ofAnswerer(context(run), since(run), request.frames(), questions),
        request);
  }

  private void follow(RunRecord run, Cursor from, Reading reading, A2aRequest request) {
    streams.attach(
        new RunPlace(run.runId(), from, Cursor::toString, MessageOperations.NAMES),
        request.caller(),
        new TaskEncoding(reading),
        request.exchange().request(),
        request.exchange().response());
  }

  /** The last committed event of a run. */
  Cursor end(RunId run) {
    return streams.end(run);
  }
}
