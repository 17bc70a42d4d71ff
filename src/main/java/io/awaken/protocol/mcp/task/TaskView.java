package io.awaken.protocol.mcp.task;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.CallResults;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.protocol.mcp.call.Forms;
import java.time.Instant;
import java.util.List;

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
      List<String> asked = tickets().stream().map(Forms::message).toList();
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
    return CallResults.of(run, version);
  }
}
