package io.awaken.store.jpa;

import io.awaken.core.commit.SuspensionKey;
import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.Decision;
import java.util.List;

/** Questions, of which a database keeps none yet. */
final class JpaSuspensionStore implements SuspensionStore {
  @Override
  public List<SuspensionRecord> ofRun(RunId runId) {
    return List.of();
  }

  @Override
  public List<SuspensionRecord> open(ThreadId threadId) {
    return List.of();
  }

  @Override
  public List<SuspensionRecord> inbox(InboxQuery query, int limit) {
    return List.of();
  }

  @Override
  public DecideOutcome decide(
      SuspensionKey key, String argumentsHash, Decision decision, String by) {
    return new DecideOutcome(Taken.NOT_FOUND, null);
  }

  @Override
  public List<DecideOutcome> expire(int limit) {
    return List.of();
  }
}
