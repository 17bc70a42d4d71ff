package io.awaken.store.memory;

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
  private final Map<Key, Kept> kept = new LinkedHashMap<>();

  IdempotencyKeys(Tables tables) {
    this.tables = tables;
  }

  private record Key(String tenant, String subject, String route, String key) {
    static Key of(Submission submission) {
      var caller = submission.caller();
      var key = submission.key();
      return new Key(caller.tenant(), caller.subject(), key.route(), key.key());
    }
  }

  private record Kept(String bodyHash, SubmitResult.Repeated leadsTo, long at) {}

  /**
   * @param keep retention time of a key
   */
  SubmitResult accept(
      Submission submission, Duration keep, Function<Submission, SubmitResult> anew) {
    Kept before = find(submission, keep);
    if (before != null && !before.leadsTo().runId().equals(submission.runId())) {
      return again(submission, before);
    }
    SubmitResult result = anew.apply(submission);
    SubmitResult.Repeated leadsTo = submission.repeated(result);
    if (leadsTo != null && before == null) {
      var key = submission.key();
      kept.put(Key.of(submission), new Kept(key.bodyHash(), leadsTo, tables.now()));
    }
    return result;
  }

  /** Returns the earlier result of the key. */
  Optional<SubmitResult> before(Submission submission, Duration keep) {
    return Optional.ofNullable(find(submission, keep)).map(before -> again(submission, before));
  }

  private SubmitResult again(Submission submission, Kept before) {
    boolean stored = tables.runs.containsKey(before.leadsTo().runId());
    return submission.key().after(before.bodyHash(), before.leadsTo(), stored);
  }

  private Kept find(Submission submission, Duration keep) {
    forget(tables.now() - keep.toMillis() + 1, Integer.MAX_VALUE);
    return kept.get(Key.of(submission));
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
