package io.awaken.store.jpa.rows;

import io.awaken.core.run.Fence;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.store.database.Keys;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.Locale;
import java.util.UUID;

/** A tool call of a run; its status changes by update. */
@Entity
@Table(name = "awaken_call")
public class CallRow {
  @EmbeddedId public Key key;

  @Column(name = "step")
  int step;

  @Column(name = "ordinal")
  int ordinal;

  @Column(name = "tool_name")
  String toolName;

  @Column(name = "arguments")
  String arguments;

  @Column(name = "status")
  String status;

  @Column(name = "attempt")
  int attempt;

  @Column(name = "revision")
  int revision;

  protected CallRow() {}

  public CallRow(Fence fence, int ordinal, CallState call) {
    key = new Key(Keys.thread(fence.threadId()), Keys.run(fence.runId()), call.callId());
    step = call.step();
    this.ordinal = ordinal;
    toolName = call.toolName();
    arguments = StoredJson.writeTree(call.arguments());
    status = call.status().wire();
    attempt = call.attempt();
    revision = call.revision();
  }

  public CallState toState() {
    return new CallState(
        step,
        key.callId(),
        toolName,
        StoredJson.readTree(arguments),
        ToolCallStatus.valueOf(status.toUpperCase(Locale.ROOT)),
        attempt,
        revision);
  }

  @Embeddable
  public record Key(
      @Column(name = "thread_key") UUID threadKey,
      @Column(name = "run_key") long runKey,
      @Column(name = "call_id") String callId)
      implements Serializable {}
}
