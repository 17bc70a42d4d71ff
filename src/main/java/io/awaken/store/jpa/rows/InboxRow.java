package io.awaken.store.jpa.rows;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.awaken.core.decision.Delegation;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunStore.InboxEntry;
import io.awaken.core.store.submission.Submission;
import io.awaken.store.database.Keys;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Messages for a run, and carried-over speakers of the run that it redrives. Cancellations in the
 * same table are no entities.
 */
@Entity
@Table(name = "awaken_inbox")
public class InboxRow {
  public static final String STEER = "steer";

  /** An unreadable message, set aside until the run ends. */
  public static final String UNREADABLE = "unreadable";

  /** Marks a subject as a speaker of the redriven run; has no text. */
  public static final String SPOKEN = "spoken";

  private static final System.Logger LOG = System.getLogger(InboxRow.class.getName());

  @EmbeddedId public Key key;

  @Column(name = "kind")
  String kind;

  @Column(name = "sender")
  public String sender;

  @Column(name = "place")
  int place;

  @Column(name = "body")
  public String body;

  @Column(name = "created_at")
  long createdAt;

  @Column(name = "consumed_at")
  Long consumedAt;

  protected InboxRow() {}

  /** The messages of a submission to the open run; its run id becomes the entry id. */
  public InboxRow(long runKey, Submission submission, int place, long now) {
    key = new Key(Keys.thread(submission.threadId()), runKey, submission.runId().value());
    kind = STEER;
    sender = submission.caller().subject();
    this.place = place;
    body = StoredJson.writeSteering(SteeringPayload.of(submission));
    createdAt = now;
  }

  /** Marks a subject as a speaker of the redriven run. */
  public static InboxRow spoken(RunRow run, String sender, int place) {
    var row = new InboxRow();
    row.key = new Key(run.threadKey, run.runKey, SPOKEN + "/" + place);
    row.kind = SPOKEN;
    row.sender = sender;
    row.place = place;
    row.createdAt = run.createdAt;
    row.consumedAt = run.createdAt;
    return row;
  }

  /** Returns the submission that replaces it when its run has ended; empty when unreadable. */
  public Optional<Submission> submission(ThreadId threadId) {
    return read(payload -> payload.submission(threadId, key.entryId()));
  }

  /** Returns the entry for the run; empty when unreadable. */
  public Optional<InboxEntry> toEntry() {
    return read(
        payload ->
            new InboxEntry(
                key.entryId(), payload.spec().messages(), payload.spec().clientInput().state()));
  }

  private <T> Optional<T> read(Function<SteeringPayload, T> as) {
    try {
      SteeringPayload payload = StoredJson.readSteering(body);
      StoredInput.requireStorable(payload.spec().messages());
      return Optional.of(as.apply(payload));
    } catch (RuntimeException | StackOverflowError e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Message {0} cannot be decoded ({1}); it goes to the dead letter when the run that it"
              + " is for has ended",
          key.entryId(),
          e.getClass().getSimpleName());
      return Optional.empty();
    }
  }

  @Embeddable
  public record Key(
      @Column(name = "thread_key") UUID threadKey,
      @Column(name = "run_key") long runKey,
      @Column(name = "entry_id") String entryId)
      implements Serializable {}

  /**
   * The body of an inbox entry with messages: everything needed to submit them as a run if the open
   * run ends before it consumes them.
   *
   * @param caller the sender
   * @param spec what is asked of that run
   */
  record SteeringPayload(Caller caller, @JsonUnwrapped RunSpec spec) {

    /** Messages of older versions name no sender. */
    SteeringPayload {
      spec = spec.sentBy(caller.signature());
    }

    static SteeringPayload of(Submission submission) {
      return new SteeringPayload(submission.caller(), submission.spec());
    }

    /** Builds the submission; run and job get the id of the entry. */
    Submission submission(ThreadId threadId, String entryId) {
      return new Submission(
          new RunId(entryId), threadId, new JobId(entryId), caller, Delegation.read(spec));
    }
  }
}
