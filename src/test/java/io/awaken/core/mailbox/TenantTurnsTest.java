package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.fixture.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TenantTurns of tenants on a node. */
@Rows({1160, 1161})
class TenantTurnsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a1 a2 a3          | 9 | a1 a2 a3
          a1 a2 a3, b1      | 9 | a1 b1 a2 a3
          a1, b1 b2 b3      | 9 | a1 b1 b2 b3
          a1 a2, b1 b2, c1  | 4 | a1 b1 c1 a2
          a1 a2, b1 b2      | 1 | a1
          a1 a2             | 0 | ''
          """)
  void firstElementsPrecedeAllSecondElements(String queues, int limit, String turns) {
    List<List<String>> tenants =
        Arrays.stream(queues.split(", ")).map(queue -> List.of(queue.split(" "))).toList();

    assertThat(String.join(" ", TenantTurns.interleave(tenants, limit))).isEqualTo(turns);
  }

  /** Whether a new run of "a" must leave the next place to the queue. */
  @ParameterizedTest
  @CsvSource({
    "'', '', false",
    "a, '', false",
    "a, 'a', false",
    "a, 'a b', true",
    "a, 'b', true",
    "b, 'a b', false",
    "b, 'a', false",
    "'', 'b', false"
  })
  void aNewRunWaitsOnlyIfItsTenantHadTheLastTurnAndOthersWait(
      String last, String waiting, boolean passes) {
    var turns = new TenantTurns();
    if (!last.isEmpty()) {
      turns.taken(last);
    }
    turns.due(
        Stream.of(waiting.split(" "))
            .filter(tenant -> !tenant.isEmpty())
            .map(TenantTurnsTest::candidate)
            .toList());

    assertThat(turns.mustYield("a")).isEqualTo(passes);
    turns.noneWaiting();
    assertThat(turns.mustYield("a")).isFalse();
  }

  private static Candidate candidate(String tenant) {
    return new Candidate(new JobId("j"), new ThreadId(tenant, "t"), new RunId("r"));
  }

  @Test
  void theLastTurnBelongsToTheRunStartedLast() {
    var turns = new TenantTurns();
    assertThat(turns.last()).isNull();
    turns.taken("a");
    turns.taken("b");
    assertThat(turns.last()).isEqualTo("b");
  }
}
