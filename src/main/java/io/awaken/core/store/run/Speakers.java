package io.awaken.core.store.run;

import io.awaken.core.run.RunId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import java.util.HashSet;
import java.util.Set;

/**
 * Subjects that spoke to a run: the one that submitted it, those that sent messages, and those
 * whose decisions added text. Under the four-eyes rule, none of them may approve its calls.
 * Stateless.
 */
public final class Speakers {

  private final RunStore runs;
  private final SuspensionStore suspensions;

  public Speakers(RunStore runs, SuspensionStore suspensions) {
    this.runs = runs;
    this.suspensions = suspensions;
  }

  /** Returns the current speakers; two reads of the store. */
  public Set<String> of(RunId runId) {
    var speakers = new HashSet<>(runs.senders(runId));
    for (SuspensionRecord question : suspensions.ofRun(runId)) {
      if (question.addsText()) {
        speakers.add(question.decidedBy());
      }
    }
    return speakers;
  }
}
