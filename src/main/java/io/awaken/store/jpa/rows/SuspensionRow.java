package io.awaken.store.jpa.rows;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.statement.SuspensionUpdates;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.Locale;
import java.util.UUID;

/** A suspension, read only; {@link SuspensionUpdates} writes it. */
@Entity
@Table(name = "awaken_suspension")
public class SuspensionRow {
  @EmbeddedId public Key key;

  @Column(name = "thread_id")
  String threadId;

  @Column(name = "run_id")
  String runId;

  @Column(name = "place")
  int place;

  @Column(name = "tenant")
  String tenant;

  @Column(name = "requester")
  String requester;

  @Column(name = "agent_id")
  String agentId;

  @Column(name = "kind")
  String kind;

  @Column(name = "asked_by")
  String askedBy;

  @Column(name = "status")
  String status;

  @Column(name = "ticket")
  String ticket;

  @Column(name = "arguments_hash")
  String argumentsHash;

  @Column(name = "batch")
  boolean batch;

  @Column(name = "created_at")
  long createdAt;

  @Column(name = "expires_at")
  Long expiresAt;

  @Column(name = "decision")
  String decision;

  @Column(name = "decided_by")
  public String decidedBy;

  protected SuspensionRow() {}

  public SuspensionRecord toRecord() {
    return new SuspensionRecord(
        new SuspensionKey(ThreadId.ofKey(threadId), new RunId(runId), key.callId(), key.ordinal()),
        tenant,
        requester,
        agentId,
        SuspensionKind.valueOf(kind.toUpperCase(Locale.ROOT)),
        askedBy,
        SuspensionStatus.valueOf(status.toUpperCase(Locale.ROOT)),
        StoredJson.readTicket(ticket),
        argumentsHash,
        batch,
        createdAt,
        expiresAt,
        StoredJson.readDecision(decision),
        decidedBy);
  }

  @Embeddable
  public record Key(
      @Column(name = "thread_key") UUID threadKey,
      @Column(name = "run_key") long runKey,
      @Column(name = "call_id") String callId,
      @Column(name = "ordinal") int ordinal)
      implements Serializable {

    public static Key of(SuspensionKey key) {
      return new Key(
          Keys.thread(key.threadId()), Keys.run(key.runId()), key.callId(), key.ordinal());
    }
  }
}
