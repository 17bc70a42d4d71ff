package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadQuery.Filter;
import io.awaken.core.store.thread.ThreadStore.Deleted;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Rows;
import io.awaken.fixture.StatementCounter;
import io.awaken.store.jpa.statement.ThreadRemoval;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The cost of lists and deletions of threads, and that a deletion covers every table. */
class ThreadStatementsTest {

  private static final Caller ANN = Caller.ANONYMOUS;
  private static final Filter ALL = new Filter(ANN.tenant(), null, null, null, false);

  @Test
  @Rows(230)
  void aPageOfThreadsTakesOneStatement() throws Exception {
    onBoth(
        (jpa, counter) -> {
          for (int threads : new int[] {0, 1, 40}) {
            for (int i = 0; i < threads; i++) {
              queue(jpa, "t" + threads + "-" + i, 1);
            }
            counter.reset();
            var page = jpa.threads().list(new ThreadQuery(ALL, null, 0, 200));

            assertThat(counter.executions()).hasSize(1);
            assertThat(page.items()).hasSizeGreaterThanOrEqualTo(threads);
            assertThat(page.total()).isEqualTo(page.items().size());
            assertThat(page.items()).extracting(ThreadSummary::agentId).allMatch("a"::equals);
          }
        });
  }

  @Test
  void deletingALongThreadTakesAsManyStatementsAsAShortOne() throws Exception {
    onBoth(
        (jpa, counter) -> {
          int first = deletion(jpa, counter, 1);

          assertThat(deletion(jpa, counter, 500)).isEqualTo(first);
          assertThat(first).isLessThanOrEqualTo(ThreadRemoval.TABLES.size() + 6);
          assertThat(counter.writeTransactions()).isOne();
        });
  }

  @Test
  void aDeletionCoversEveryTable() throws SQLException {
    try (var database = Databases.h2();
        var connection = database.dataSource().getConnection();
        var columns = connection.getMetaData().getColumns(null, null, "AWAKEN_%", "THREAD_KEY");
        var views =
            connection.getMetaData().getTables(null, null, "AWAKEN_%", new String[] {"VIEW"})) {
      var tables = new TreeSet<String>();
      while (columns.next()) {
        tables.add(columns.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
      }
      // The lists of jobs and runs are views, maintained by triggers on PostgreSQL.
      while (views.next()) {
        tables.remove(views.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
      }
      assertThat(tables)
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(ThreadRemoval.TABLES.stream(), Stream.of("thread", "deleted_thread"))
                  .map(table -> "awaken_" + table)
                  .toList());
    }
  }

  private static int deletion(JpaStores jpa, StatementCounter counter, int messages) {
    queue(jpa, "doomed", messages);
    var candidate = jpa.mailbox().claims().due(1).getFirst();
    var claim =
        jpa.mailbox().claims().claim(candidate, new ClaimToken("token-" + messages)).orElseThrow();
    jpa.mailbox().leases().release(claim.fence());
    jpa.runs().cancel(claim.runId(), ANN);
    counter.reset();
    assertThat(jpa.threads().delete(new ThreadId("doomed"), ANN, true)).isEqualTo(Deleted.DELETED);
    return counter.executions().size();
  }

  private static void queue(JpaStores jpa, String thread, int messages) {
    String id = thread + "-" + messages;
    jpa.mailbox()
        .submits()
        .submit(
            new Submission(
                new RunId("run-" + id),
                new ThreadId(thread),
                new JobId("job-" + id),
                "a",
                ANN,
                null,
                Collections.nCopies(messages, Message.user("m", "hello")),
                null));
  }

  private static void onBoth(BiConsumer<JpaStores, StatementCounter> test) throws Exception {
    CountedStores.onBoth(
        Stores.SETTINGS, counted -> test.accept(counted.stores(), counted.counter()));
  }
}
