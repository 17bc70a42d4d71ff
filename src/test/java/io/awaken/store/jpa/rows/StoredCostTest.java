package io.awaken.store.jpa.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Segment;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Cost;
import io.awaken.core.store.run.RunTotals;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The cost of a run is the sum of its stored events. */
@Rows(1033)
class StoredCostTest {

  private static final ThreadId T = new ThreadId("t");
  private static final RunId R = new RunId("r");

  private static Segment.Entry call(TokenUsage usage) {
    var done = new AgentEvent.InferenceComplete("m", usage, 1);
    return new Segment.Entry(1, done, null, null, Set.of());
  }

  @Test
  void costsAreSummedExactlyFromTheStoredEvents() {
    TokenUsage usage = TokenUsage.of(1, 1);
    List<Segment.Entry> entries =
        Stream.of(
                usage.costing(new Cost("0.000000000001", "USD")),
                usage,
                usage.costing(new Cost("99999999.1", "USD")))
            .map(StoredCostTest::call)
            .toList();
    var totals = new RunTotals();

    totals.add(StoredEvents.read(T, R, StoredEvents.write(T, R, entries)));

    assertThat(totals.cost()).isEqualTo(new Cost("99999999.100000000001", "USD"));
    assertThat(totals.inputTokens()).isEqualTo(3);
  }

  @Test
  void eventsWithoutACostAreStoredAsBefore() {
    String stored = StoredEvents.write(T, R, List.of(call(TokenUsage.of(1, 1))));

    assertThat(stored).doesNotContain("$");
  }
}
