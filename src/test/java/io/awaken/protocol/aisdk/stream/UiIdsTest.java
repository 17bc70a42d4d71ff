package io.awaken.protocol.aisdk.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunId;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wire form of call ids. */
@Rows(237)
class UiIdsTest {

  @Test
  void aCallIdContainsItsRun() {
    String wire = UiIds.of(new RunId("run-1"), "call:1");
    assertThat(UiIds.parse(wire)).contains(new UiIds.OfRun(new RunId("run-1"), "call:1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "call", ":call", "run:", "no run:call"})
  void otherTextIsNoCallId(String wire) {
    assertThat(UiIds.parse(wire)).isEmpty();
  }
}
