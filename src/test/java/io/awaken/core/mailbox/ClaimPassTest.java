package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** F36: a job that cannot be claimed blocks no other job. F50: reads are bounded. */
class ClaimPassTest {

  private final List<Candidate> queue = new ArrayList<>();
  private final List<Integer> reads = new ArrayList<>();
  private final List<String> claimed = new ArrayList<>();
  private final ClaimPass look = new ClaimPass(this::due, this::claim);

  private List<Candidate> due(int limit) {
    reads.add(limit);
    return queue.stream().limit(limit).toList();
  }

  /** A job that cannot be claimed keeps its place in the queue; a failed claim throws. */
  private boolean claim(Candidate candidate) {
    String job = candidate.jobId().value();
    if (job.startsWith("failing")) {
      throw new IllegalStateException("broken row");
    }
    if (job.startsWith("away")) {
      throw new IllegalStateException("not claimed", new StoreUnavailable("standby", null));
    }
    if (job.startsWith("stuck")) {
      return false;
    }
    queue.remove(candidate);
    return claimed.add(job);
  }

  private void queue(String kind, int jobs) {
    IntStream.rangeClosed(1, jobs)
        .mapToObj(i -> kind + i)
        .map(id -> new Candidate(new JobId(id), new ThreadId(id), new RunId(id)))
        .forEach(queue::add);
  }

  private void passToTheEnd(int atMost) {
    while (!look.finished()) {
      look.next(atMost);
    }
  }

  @Test
  @Failures("F36")
  void jobsThatCannotBeClaimedAreSkippedOnceEach() {
    queue("stuck", 100);
    queue("good", 5);

    passToTheEnd(32);

    assertThat(claimed).containsExactly("good1", "good2", "good3", "good4", "good5");
  }

  @Test
  void aFailedClaimIsLoggedAndOtherJobsAreClaimed() {
    queue("failing", 1);
    queue("good", 2);
    try (var log = new CapturedLog(ClaimPass.class.getName())) {
      passToTheEnd(32);
      assertThat(log.warnings()).hasSize(1);
    }
    assertThat(claimed).containsExactly("good1", "good2");
  }

  @Test
  void noMoreJobsAreClaimedThanAllowed() {
    queue("stuck", 3);
    queue("good", 10);

    look.next(4);
    assertThat(look.next(4)).isEqualTo(4);
    assertThat(claimed).hasSize(5);
  }

  @Test
  void eachReadCoversOnlyFreePlacesAndSkippedJobs() {
    queue("stuck", 10);
    queue("good", 10_000);

    look.next(32);
    look.next(32);

    assertThat(reads).containsExactly(32, 42);
  }

  @Test
  void aPassEndsAfterTooManyFailedClaims() {
    queue("stuck", 5_000);

    passToTheEnd(32);

    assertThat(reads).allMatch(limit -> limit <= 32 + 1_032);
    assertThat(reads).hasSizeLessThan(40);
  }

  @ParameterizedTest
  @CsvSource({
    "'',true",
    "good,true",
    "stuck,true",
    "failing,true",
    "away,false",
    "away;stuck,true",
    "away;failing,false"
  })
  void aPassIsCompleteUnlessTheStoreWasUnavailable(String kinds, boolean through) {
    Arrays.stream(kinds.split(";")).forEach(kind -> queue(kind, kind.isEmpty() ? 0 : 1));
    assertThat(look.completed()).isFalse();
    try (var log = new CapturedLog(ClaimPass.class.getName())) {
      passToTheEnd(32);
    }
    assertThat(look.completed()).isEqualTo(through);
  }
}
