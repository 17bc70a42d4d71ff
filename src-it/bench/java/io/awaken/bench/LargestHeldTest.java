package io.awaken.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargestHeldTest {

  private static final List<Integer> LADDER = List.of(100, 250, 500, 1000);

  private final List<Integer> tried = new ArrayList<>();

  private int find(LargestHeld search, int limit) throws Exception {
    return search.find(
        load -> {
          tried.add(load);
          return load <= limit;
        });
  }

  @Test
  void withoutBisectionReturnsTheLastRungBeforeTheFirstFailure() throws Exception {
    assertThat(find(new LargestHeld(LADDER, 1, 1), 700)).isEqualTo(500);
    assertThat(tried).containsExactly(100, 250, 500, 1000);
  }

  @ParameterizedTest
  @ValueSource(ints = {101, 260, 499, 520, 700, 990})
  void bisectsBetweenRungsToTheGivenPrecision(int limit) throws Exception {
    assertThat(find(new LargestHeld(LADDER, 0.05, 1), limit)).isBetween(limit * 95 / 100, limit);
  }

  @Test
  void aLoadThatSucceedsAtTheSecondAttemptCounts() throws Exception {
    var search = new LargestHeld(List.of(10, 20), 1, 2);

    int held =
        search.find(
            load -> {
              tried.add(load);
              return tried.size() % 2 == 0;
            });

    assertThat(held).isEqualTo(20);
    assertThat(tried).containsExactly(10, 10, 20, 20);
  }

  @Test
  void returnsTheLastRungIfNoneFails() throws Exception {
    assertThat(find(new LargestHeld(LADDER, 0.05, 2), 5000)).isEqualTo(1000);
  }

  @Test
  void bisectsDownToZeroBelowTheFirstRung() throws Exception {
    assertThat(find(new LargestHeld(LADDER, 0.05, 1), 0)).isZero();
    assertThat(find(new LargestHeld(LADDER, 0.05, 1), 42)).isBetween(40, 42);
  }
}
