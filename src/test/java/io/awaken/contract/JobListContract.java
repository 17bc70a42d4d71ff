package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobQuery.After;
import io.awaken.core.store.job.JobQuery.Filter;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of jobs. */
@Rows({190, 230})
public abstract class JobListContract extends SuspendingContract {

  private List<JobRecord> list(ThreadId thread, JobStatus status) {
    var page =
        stores.mailbox().jobs(new JobQuery(new Filter("acme", null, thread, status), null, 0, 99));
    assertThat(page.total()).isEqualTo(page.items().size());
    return page.items();
  }

  private static Submission delivered(ThreadId thread, Delivery how) {
    return submission(thread, null).asking(spec -> spec.withDelivery(how));
  }

  @Test
  void aJobIsShownAsItWasDelivered() {
    var thread = newThread();
    var how =
        Delivery.USUAL
            .at(7)
            .after(Duration.ofMinutes(5))
            .once("resume:me")
            .from(RunOrigin.A2A, "remote");
    var sent = delivered(thread, how);
    stores.mailbox().submit(sent);

    JobRecord job = list(thread, null).getFirst();

    assertThat(job.jobId()).isEqualTo(sent.jobId());
    assertThat(job.status()).isEqualTo(JobStatus.QUEUED);
    assertThat(job.delivery()).isEqualTo(how);
    assertThat(job.generation()).isZero();
    assertThat(job.messages()).extracting(Message::text).containsExactly("hello");
    assertThat(job.run()).isEqualTo(stores.runs().find(sent.runId()).orElseThrow());
    assertThat(job.attempts())
        .isEqualTo(
            new JobRecord.Attempts(
                0,
                Stores.SETTINGS.maxAttempts(),
                null,
                null,
                null,
                job.createdAt() + Duration.ofMinutes(5).toMillis()));
  }

  @Test
  void aJobIsShownWithItsOwnerAndWithWhyItFailed() {
    var live = claimed(newThread());
    JobRecord job = list(live.fence().threadId(), JobStatus.CLAIMED).getFirst();
    assertThat(job.attempts().claimedBy()).isEqualTo("node-1");
    assertThat(job.attempts().leaseUntil()).isGreaterThan(job.updatedAt());
    assertThat(job.attempts().count()).isEqualTo(1);

    stores.mailbox().nack(live.fence(), "Broken: for good", true);

    JobRecord dead = list(null, JobStatus.DEAD_LETTER).getFirst();
    assertThat(dead.jobId()).isEqualTo(live.fence().jobId());
    assertThat(dead.attempts().lastError()).isEqualTo("Broken: for good");
    assertThat(dead.attempts().leaseUntil()).isNull();
    assertThat(dead.messages()).hasSize(1);
  }

  @Test
  void jobsAreListedByTenantThreadAndStatus() {
    var thread = newThread();
    var done = claimed(thread);
    finish(done);
    var queued = queued(thread);
    var elsewhere = queued(newThread());
    stores.mailbox().submit(submission(newThread(STRANGER), null, STRANGER));

    assertThat(ids(list(null, null)))
        .containsExactlyInAnyOrder(done.fence().jobId(), queued.jobId(), elsewhere.jobId());
    assertThat(ids(list(thread, null)))
        .containsExactlyInAnyOrder(done.fence().jobId(), queued.jobId());
    assertThat(ids(list(thread, JobStatus.ACCEPTED))).containsExactly(done.fence().jobId());
    assertThat(ids(list(thread, JobStatus.QUEUED))).containsExactly(queued.jobId());
    assertThat(list(thread, JobStatus.DEAD_LETTER)).isEmpty();
  }

  @Test
  @Rows(232)
  void pagesFollowEachOther() {
    List<JobId> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.add(queued(newThread()).jobId());
    }
    var all = new Filter("acme", null, null, null);
    List<JobId> seen = new ArrayList<>();
    After after = null;
    for (int page = 0; page < 3; page++) {
      var found = stores.mailbox().jobs(new JobQuery(all, after, 0, 2));
      assertThat(found.total()).isEqualTo(5);
      seen.addAll(ids(found.items()));
      after = new After(found.items().getLast().createdAt(), seen.getLast());
    }

    assertThat(seen).containsExactlyInAnyOrderElementsOf(made);
    assertThat(stores.mailbox().jobs(new JobQuery(all, after, 0, 2)).total()).isEqualTo(5);
    assertThat(ids(stores.mailbox().jobs(new JobQuery(all, null, 4, 2)).items()))
        .containsExactly(seen.getLast());
  }

  @Test
  @Rows(232)
  void aPageIsCutBeforeTheJobThatBringsItOverItsBytes() {
    var thread = newThread();
    var oldest = pushed(thread, 10_000);
    var middle = pushed(thread, 10_000);
    var newest = pushed(thread, 10_000);
    var small = pushed(thread, 1);
    List<JobId> order = ids(list(thread, null));
    assertThat(order).containsExactlyInAnyOrder(oldest, middle, newest, small);

    for (int first = 0; first < 3; first++) {
      var one = ofBytes(thread, first, 9);
      assertThat(ids(one.items())).containsExactly(order.get(first));
      assertThat(one.cut()).isTrue();
      assertThat(one.total()).isEqualTo(4);
    }
    var last = ofBytes(thread, 3, 9);
    assertThat(ids(last.items())).containsExactly(order.get(3));
    assertThat(last.cut()).isFalse();

    var some = ofBytes(thread, 0, 25_000);
    assertThat(ids(some.items()))
        .hasSizeBetween(2, 3)
        .isEqualTo(order.subList(0, some.items().size()));
    assertThat(some.cut()).isTrue();
    assertThat(ids(ofBytes(thread, 0, 40_000).items())).isEqualTo(order);
    assertThat(ofBytes(thread, 0, 40_000).cut()).isFalse();
  }

  private JobId pushed(ThreadId thread, int length) {
    var plain = submission(thread, null);
    var input = List.of(Message.user(fresh("in"), "x".repeat(length)));
    stores
        .mailbox()
        .submit(
            new Submission(plain.runId(), thread, plain.jobId(), "helper", ANN, null, input, null));
    return plain.jobId();
  }

  private Page<JobRecord> ofBytes(ThreadId thread, int skip, long bytes) {
    var all = new Filter("acme", null, thread, null);
    return stores.mailbox().jobs(new JobQuery(all, null, skip, 9, bytes));
  }

  private static List<JobId> ids(List<JobRecord> jobs) {
    return jobs.stream().map(JobRecord::jobId).toList();
  }
}
