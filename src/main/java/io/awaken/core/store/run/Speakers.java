package io.awaken.core.store.run;

import io.awaken.core.run.RunId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import java.util.HashSet;
import java.util.Set;

/**
 * Who has spoken to a run: the subject that asked for it, those that sent it messages, and those
 * whose decisions put words into it. Where four eyes are wanted, none of them approves its calls.
 * Stateless.
 */
public final class Speakers {

  private final RunStore runs;
  private final SuspensionStore suspensions;

  public Speakers(RunStore runs, SuspensionStore suspensions) {
    this.runs = runs;
    this.suspensions = suspensions;
  }

  /** Their subjects, as of now; two reads of the store. */
  public Set<String> of(RunId runId) {
    var speakers = new HashSet<>(runs.senders(runId));
    for (SuspensionRecord question : suspensions.ofRun(runId)) {
      if (question.speaks()) {
        speakers.add(question.decidedBy());
      }
    }
    return speakers;
  }
}
