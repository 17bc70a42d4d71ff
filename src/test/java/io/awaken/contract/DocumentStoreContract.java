package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Claim;
import io.awaken.core.run.RunId;
import io.awaken.core.store.document.DocumentStore.StoredDocument;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.job.QueueStore.Collectable;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Failures;
import io.awaken.fixture.ForwardingMailbox;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What runs resolved is there from their beginning on, and goes when nobody needs it. */
@Failures("F13")
public abstract class DocumentStoreContract extends SuspendingContract {

  private static final Duration KEPT = Duration.ofDays(1);
  private static final Duration LONGER = Duration.ofHours(25);

  private static StoredDocument document() {
    String hash = fresh("hash");
    return new StoredDocument(hash, "{\"prompt\":\"of " + hash + " \u00e4\\u0000\"}");
  }

  private ForwardingMailbox pinning(StoredDocument document) {
    return stores.mailbox().pinning(agentId -> Optional.of(document));
  }

  private static Claim begin(ForwardingMailbox mailbox) {
    var result = mailbox.submit(submission(newThread(), newToken()));
    return ((SubmitResult.Claimed) result).claim();
  }

  private String resolution(RunId run) {
    return stores.runs().find(run).orElseThrow().resolution();
  }

  private int collect(int limit) {
    int removed = 0;
    RowPosition after = RowPosition.START;
    while (after != null) {
      var page = stores.mailbox().collect(Collectable.DOCUMENTS, KEPT, after, limit);
      removed += page.removed();
      after = page.next();
    }
    return removed;
  }

  @Test
  void aRunThatBeginsAtOnceIsPinnedToWhatItResolves() {
    var document = document();

    Claim claim = begin(pinning(document));

    assertThat(claim.resolution()).isEqualTo(document.hash());
    assertThat(resolution(claim.runId())).isEqualTo(document.hash());
    assertThat(stores.documents().find(document.hash())).contains(document);
  }

  @Test
  void aRunThatWaitsInTheQueueIsPinnedWhenItBegins() {
    var whenSubmitted = document();
    var whenClaimed = document();
    Submission waits = submission(newThread(), null);
    assertThat(pinning(whenSubmitted).submit(waits)).isInstanceOf(SubmitResult.Queued.class);
    assertThat(resolution(waits.runId())).isNull();

    Claim claim = pinning(whenClaimed).claim(candidate(waits), newToken()).orElseThrow();

    assertThat(claim.resolution()).isEqualTo(whenClaimed.hash());
    assertThat(resolution(waits.runId())).isEqualTo(whenClaimed.hash());
    assertThat(stores.documents().find(whenClaimed.hash())).contains(whenClaimed);
    assertThat(stores.documents().find(whenSubmitted.hash())).isEmpty();
  }

  @Test
  void aClaimWhoseAnswerWasLostSaysTheSame() {
    var document = document();
    Submission waits = submission(newThread(), null);
    var token = newToken();
    pinning(document).submit(waits);
    pinning(document).claim(candidate(waits), token);

    Claim again = pinning(document()).claim(candidate(waits), token).orElseThrow();

    assertThat(again.resolution()).isEqualTo(document.hash());
  }

  @Test
  void whoeverGoesOnWithARunGetsWhatItBeganWith() {
    var document = document();
    var before = stores.mailbox().pinning(agentId -> Optional.of(document));
    Submission waits = submission(newThread(), null);
    before.submit(waits);
    Claim first = before.claim(candidate(waits), newToken()).orElseThrow();
    stores.mailbox().release(first.fence());

    Claim next = pinning(document()).claim(candidate(waits), newToken()).orElseThrow();

    assertThat(next.resolution()).isEqualTo(document.hash());
    assertThat(resolution(waits.runId())).isEqualTo(document.hash());
  }

  @Test
  void aRunWhoseBeginningNobodyPinnedIsNotPinnedLater() {
    Submission waits = submission(newThread(), null);
    var unpinned = stores.mailbox().pinning(Pins.NONE);
    unpinned.submit(waits);
    Claim first = unpinned.claim(candidate(waits), newToken()).orElseThrow();
    stores.mailbox().release(first.fence());

    Claim next = pinning(document()).claim(candidate(waits), newToken()).orElseThrow();

    assertThat(next.resolution()).isNull();
    assertThat(resolution(waits.runId())).isNull();
  }

  @Test
  void aDocumentThatManyStoreAtOnceIsThereOnce() throws Exception {
    var document = document();

    race(
        8,
        () -> {
          stores.documents().store(document);
          return begin(pinning(document)).resolution();
        });

    assertThat(stores.documents().find(document.hash())).contains(document);
  }

  @Test
  void whatNoRunRefersToGoesWhenItIsOld() {
    var unused = document();
    var used = document();
    stores.documents().store(unused);
    Claim claim = begin(pinning(used));
    stores.age(LONGER);
    var young = document();
    stores.documents().store(young);

    assertThat(collect(100)).isEqualTo(1);

    assertThat(stores.documents().find(unused.hash())).isEmpty();
    assertThat(stores.documents().find(young.hash())).isPresent();
    assertThat(stores.documents().find(claim.resolution())).contains(used);
  }

  @Test
  void whatARunBeganWithStaysAndKeepsNoOtherFromGoing() {
    var used = document();
    Claim claim = begin(pinning(used));
    finish(claim);
    for (int i = 0; i < 3; i++) {
      stores.documents().store(document());
    }
    stores.age(LONGER);

    collect(1);

    assertThat(stores.documents().find(used.hash())).contains(used);
  }

  @Test
  void whatRunsOfADeletedThreadBeganWithGoes() {
    var used = document();
    Claim claim = begin(pinning(used));
    finish(claim);
    stores.threads().delete(claim.fence().threadId(), ANN, false);
    stores.age(LONGER);

    collect(100);

    assertThat(stores.documents().find(used.hash())).isEmpty();
  }
}
