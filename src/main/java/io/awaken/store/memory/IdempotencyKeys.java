package io.awaken.store.memory;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The idempotency keys of accepted runs, oldest first. Guarded by the tables' lock. */
final class IdempotencyKeys {
  private final Tables tables;
  private final Duration keep;
  private final Map<Key, Kept> kept = new LinkedHashMap<>();

  /**
   * @param keep retention time of a key
   */
  IdempotencyKeys(Tables tables, Duration keep) {
    this.tables = tables;
    this.keep = keep;
  }

  private record Key(String tenant, String subject, String route, String key) {
    static Key of(Submission submission) {
      var caller = submission.caller();
      var key = submission.key();
      return new Key(caller.tenant(), caller.subject(), key.route(), key.key());
    }
  }

  private record Kept(String bodyHash, RunId runId, ThreadId threadId, JobId jobId, long at) {}

  SubmitResult accept(Submission submission, Function<Submission, SubmitResult> anew) {
    forgetOld();
    Key key = Key.of(submission);
    Kept before = kept.get(key);
    if (before != null && !before.runId().equals(submission.runId())) {
      return again(submission, before);
    }
    SubmitResult result = anew.apply(submission);
    RunId run =
        switch (result) {
          case SubmitResult.Claimed claimed -> submission.runId();
          case SubmitResult.Queued queued -> submission.runId();
          case SubmitResult.Steered steered -> steered.openRun();
          default -> null;
        };
    if (run != null && before == null) {
      JobId job = run.equals(submission.runId()) ? submission.jobId() : null;
      var led =
          new Kept(submission.key().bodyHash(), run, submission.threadId(), job, tables.now());
      kept.put(key, led);
    }
    return result;
  }

  /** Returns the earlier result of the key. */
  Optional<SubmitResult> before(Submission submission) {
    forgetOld();
    return Optional.ofNullable(kept.get(Key.of(submission)))
        .map(before -> again(submission, before));
  }

  private SubmitResult again(Submission submission, Kept before) {
    if (!before.bodyHash().equals(submission.key().bodyHash())) {
      return SubmitResult.Refused.keyTaken(submission.key().key());
    }
    return tables.runs.containsKey(before.runId())
        ? new SubmitResult.Repeated(before.runId(), before.threadId(), before.jobId())
        : SubmitResult.Refused.runDeleted(before.runId());
  }

  private void forgetOld() {
    forget(tables.now() - keep.toMillis() + 1, Integer.MAX_VALUE);
  }

  /** Deletes the oldest keys created before this time and returns their number. */
  int forget(long before, int limit) {
    int forgotten = 0;
    Iterator<Kept> oldest = kept.values().iterator();
    while (forgotten < limit && oldest.hasNext() && oldest.next().at() < before) {
      oldest.remove();
      forgotten++;
    }
    return forgotten;
  }
}
