package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunQuery.After;
import io.awaken.core.store.run.RunQuery.Filter;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.PlaceCursor;
import io.awaken.http.submit.QuestionText;
import io.awaken.http.submit.RunStops;
import io.awaken.http.submit.RunWaits;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.protocol.mcp.call.Forms;
import io.awaken.protocol.mcp.call.McpResults;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Runs as MCP tasks: task id and run id are equal, and so are their readers. Missing tasks and
 * those that the caller may not see are refused alike. Thread-safe.
 */
@Dependent
public class Tasks {

  /** Tasks per page. */
  static final int PAGE = 50;

  /** Milliseconds that a cancellation waits for the run to end. */
  static final long CANCEL_MILLIS = 5_000;

  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final RunStops stops;
  private final RunWaits waits;

  @Inject
  public Tasks(RunStore runs, SuspensionStore suspensions, RunStops stops, RunWaits waits) {
    this.runs = runs;
    this.suspensions = suspensions;
    this.stops = stops;
    this.waits = waits;
  }

  /**
   * The run of a task.
   *
   * @param params with {@code taskId}
   * @throws RefusedException 400 without an id, 404 when the caller sees no such run
   */
  public RunRecord run(ObjectNode params, Caller caller) {
    JsonNode id = params.path("taskId");
    if (!id.isTextual()) {
      throw Refusal.invalid("taskId", "taskId must be a string").exception();
    }
    return PathIds.task(id.textValue(), caller, runs);
  }

  /** The answer to a call that became a task. */
  public ObjectNode created(RunId id, ProtocolVersion version, Caller caller) {
    RunRecord run = runs.find(id).orElseThrow(() -> gone(id));
    TaskView task = view(run, caller);
    if (version.modern()) {
      return task.modern().put("resultType", "task");
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("task", task.legacy());
    return result;
  }

  /**
   * The current state of a task.
   *
   * @param client the client's capabilities
   * @throws RefusedException see {@link #run}
   */
  public ObjectNode state(
      ObjectNode params, ProtocolVersion version, ClientAbilities client, Caller caller) {
    TaskView task = view(run(params, caller), caller);
    return version.modern() ? task.detailed(client) : task.legacy();
  }

  /**
   * A page of the caller's tasks, newest first; 2025-11-25.
   *
   * @param cursor from the previous page; null for the first
   * @throws RefusedException 400 for a cursor that no page returned
   */
  public ObjectNode list(JsonNode cursor, Caller caller) {
    After after =
        PlaceCursor.read(cursor, at -> new After(at.millis(), new RunId(at.id()))).orElse(null);
    var found =
        runs.list(new RunQuery(Filter.of(caller, null, null, null, null), after, 0, PAGE + 1));
    List<RunRecord> page = found.items().subList(0, Math.min(PAGE, found.items().size()));
    Map<RunId, List<SuspensionRecord>> open =
        suspensions.openOf(
            page.stream()
                .filter(run -> run.status() == RunStatus.WAITING)
                .map(RunRecord::runId)
                .toList());
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode tasks = result.putArray("tasks");
    for (RunRecord run : page) {
      List<SuspensionRecord> ofPeople =
          open.getOrDefault(run.runId(), List.of()).stream()
              .filter(SuspensionRecord::ofPeople)
              .toList();
      tasks.add(new TaskView(run, ofPeople).legacy());
    }
    if (found.cut() || found.items().size() > page.size()) {
      RunRecord last = page.getLast();
      result.put("nextCursor", new PlaceCursor(last.createdAt(), last.runId().value()).text());
    }
    return result;
  }

  /**
   * Requests cancellation of a task; a repeated or late request changes nothing.
   *
   * @throws RefusedException see {@link #run}
   */
  public void cancel(ObjectNode params, Caller caller) {
    stops.cancel(run(params, caller).runId(), caller);
  }

  /**
   * Cancels a task and waits up to {@link #CANCEL_MILLIS} for its end; 2025-11-25.
   *
   * @return the current task
   * @throws RefusedException 409 when it is already finished, else see {@link #run}
   */
  public CompletionStage<ObjectNode> cancelled(ObjectNode params, Caller caller) {
    RunRecord run = run(params, caller);
    if (run.status() == RunStatus.DONE
        || stops.cancel(run.runId(), caller) == CancelResult.ALREADY_DONE) {
      throw Refusal.conflict("task_over", "the task has already finished: " + run.runId())
          .exception();
    }
    return waits
        .awaitIfPossible(run.runId(), CANCEL_MILLIS, caller)
        .thenApply(now -> view(now, caller).legacy());
  }

  private TaskView view(RunRecord run, Caller caller) {
    return new TaskView(run, suspensions.open(run, caller));
  }

  private static RuntimeException gone(RunId run) {
    return Refusal.notFound("task", run.value()).exception();
  }

  /**
   * A run as a task.
   *
   * @param open its open suspensions that the caller may see
   */
  record TaskView(RunRecord run, List<SuspensionRecord> open) {

    /** Milliseconds after which a client should poll again. */
    static final long POLL_MILLIS = 1_000;

    private static final String CANCELLED = "cancelled";
    private static final String WORKING = "working";

    /** The fields of a task in 2025-11-25. */
    ObjectNode legacy() {
      ObjectNode task = JsonNodeFactory.instance.objectNode();
      boolean failed = done() && !cancelled() && result(ProtocolVersion.V2025_11_25).has("isError");
      task.put("taskId", run.runId().value()).put("status", failed ? "failed" : status(true));
      if (failed) {
        String why = result(ProtocolVersion.V2025_11_25).at("/content/0/text").asText();
        task.put("statusMessage", why);
      }
      return timed(task, "ttl", "pollInterval");
    }

    /** The initial state of a task, since 2026-07-28. */
    ObjectNode modern() {
      return modern(true);
    }

    /**
     * All fields of a task, since 2026-07-28. A failed run is a completed task whose result has
     * {@code isError}.
     *
     * @param client limits the questions to the client's capabilities
     */
    ObjectNode detailed(ClientAbilities client) {
      ObjectNode inputs = Forms.inputs(waits() ? tickets() : List.of(), client);
      ObjectNode task = modern(!inputs.isEmpty());
      if (done() && !cancelled()) {
        task.set("result", result(ProtocolVersion.V2026_07_28));
      } else if (!inputs.isEmpty()) {
        task.set("inputRequests", inputs);
      }
      return task;
    }

    private ObjectNode modern(boolean asks) {
      ObjectNode task = JsonNodeFactory.instance.objectNode();
      task.put("taskId", run.runId().value()).put("status", status(asks));
      return timed(task, "ttlMs", "pollIntervalMs");
    }

    private ObjectNode timed(ObjectNode task, String ttl, String poll) {
      if (waits()) {
        List<String> asked = tickets().stream().map(QuestionText::of).toList();
        task.put("statusMessage", "waits for an answer: " + String.join("; ", asked));
      }
      task.put("createdAt", time(run.createdAt())).put("lastUpdatedAt", time(run.updatedAt()));
      // A run is stored until its thread is deleted.
      return task.putNull(ttl).put(poll, POLL_MILLIS);
    }

    private static String time(long millis) {
      return Instant.ofEpochMilli(millis).toString();
    }

    private String status(boolean asks) {
      if (done()) {
        return cancelled() ? CANCELLED : "completed";
      }
      return waits() && asks ? "input_required" : WORKING;
    }

    private boolean done() {
      return run.status() == RunStatus.DONE;
    }

    private boolean cancelled() {
      return run.termination() instanceof TerminationReason.Cancelled;
    }

    private boolean waits() {
      return run.status() == RunStatus.WAITING && !open.isEmpty();
    }

    private List<SuspendTicket> tickets() {
      return open.stream().map(SuspensionRecord::ticket).toList();
    }

    private ObjectNode result(ProtocolVersion version) {
      return McpResults.of(run, version);
    }
  }
}
