package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunStore.Unfinished;
import io.awaken.core.store.submission.Submission;
import io.awaken.fixture.Rows;
import io.awaken.fixture.StatementCounter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cost of lists of runs and jobs: at most three statements, whatever their number. */
class RunStatementsTest {

  private static final Caller ANN = Caller.ANONYMOUS;

  @Test
  @Rows(231)
  void aPageOfRunsOrJobsTakesThreeStatements() throws Exception {
    CountedStores.onBoth(
        Stores.SETTINGS,
        counted -> {
          JpaStores jpa = counted.stores();
          for (int runs : new int[] {0, 1, 40}) {
            for (int i = 0; i < runs; i++) {
              queue(jpa, "t" + runs + "-" + i);
            }
            assertFewStatements(jpa, counted.counter());
          }
        });
  }

  private static void assertFewStatements(JpaStores jpa, StatementCounter counter) {
    var mine = new RunQuery.Filter(ANN.tenant(), ANN.subject(), RunStatus.CREATED, "a", null, null);
    counter.reset();
    var runs = jpa.runs().list(new RunQuery(mine, null, 0, 200));
    assertThat(counter.executions()).hasSizeLessThanOrEqualTo(3);

    counter.reset();
    var jobs =
        jpa.mailbox()
            .queue()
            .jobs(new JobQuery(new JobQuery.Filter(ANN.tenant(), null, null, null), null, 0, 200));
    assertThat(counter.executions()).hasSizeLessThanOrEqualTo(3);

    counter.reset();
    Unfinished unfinished = jpa.runs().unfinished(ANN.tenant());
    assertThat(counter.executions()).hasSize(1);

    assertThat(runs.total()).isEqualTo(runs.items().size()).isEqualTo(unfinished.created());
    assertThat(jobs.total()).isEqualTo(jobs.items().size()).isEqualTo(runs.total());
  }

  private static void queue(JpaStores jpa, String id) {
    jpa.mailbox()
        .submits()
        .submit(
            new Submission(
                new RunId("run-" + id),
                new ThreadId(id),
                new JobId("job-" + id),
                "a",
                ANN,
                null,
                List.of(Message.user("m", "hello")),
                null));
  }
}
