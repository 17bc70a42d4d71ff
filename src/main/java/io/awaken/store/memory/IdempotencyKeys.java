package io.awaken.store.memory;

import io.awaken.core.commit.IdempotencyKey;
import io.awaken.core.commit.Submission;
import io.awaken.core.mailbox.MailboxStore.SubmitResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Under which keys runs were accepted, oldest first. Guarded by the tables' lock. */
final class IdempotencyKeys {
  private final Tables tables;
  private final Map<Key, Kept> kept = new LinkedHashMap<>();

  IdempotencyKeys(Tables tables) {
    this.tables = tables;
  }

  private record Key(String tenant, String subject, String route, String key) {}

  private record Kept(String bodyHash, RunId runId, ThreadId threadId, long at) {}

  SubmitResult accept(Submission submission, Function<Submission, SubmitResult> anew) {
    forgetOld();
    var key =
        new Key(
            submission.caller().tenant(),
            submission.caller().subject(),
            submission.key().route(),
            submission.key().key());
    Kept before = kept.get(key);
    if (before != null && !before.runId().equals(submission.runId())) {
      return before.bodyHash().equals(submission.key().bodyHash())
          ? new SubmitResult.Repeated(before.runId(), before.threadId())
          : new SubmitResult.KeyTaken();
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
      var led = new Kept(submission.key().bodyHash(), run, submission.threadId(), tables.now());
      kept.put(key, led);
    }
    return result;
  }

  private void forgetOld() {
    long since = tables.now() - IdempotencyKey.KEPT.toMillis();
    Iterator<Kept> oldest = kept.values().iterator();
    while (oldest.hasNext() && oldest.next().at() <= since) {
      oldest.remove();
    }
  }
}
