package io.awaken.protocol.aisdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunId;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored ids and their wire form. */
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

  @Test
  void aMessageKeepsTheClientsIdInAllEditions() {
    String stored = UiIds.stored("Nkm8BHpTZB9ZqP7r");
    String second = UiIds.nextEdition(stored);
    String third = UiIds.nextEdition(second);
    assertThat(stored).isNotEqualTo(second).isNotEqualTo(third).isNotEqualTo("Nkm8BHpTZB9ZqP7r");
    assertThat(second).isNotEqualTo(third);
    assertThat(UiIds.shown(stored)).isEqualTo("Nkm8BHpTZB9ZqP7r");
    assertThat(UiIds.shown(second)).isEqualTo("Nkm8BHpTZB9ZqP7r");
    assertThat(UiIds.shown(third)).isEqualTo("Nkm8BHpTZB9ZqP7r");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a~1", "ümlaut", "ui-x", "x"})
  void anyMessageIdCanBeStored(String id) {
    assertThat(UiIds.stored(id)).matches("[!-~]{1,128}").doesNotContain("~");
    assertThat(UiIds.stored(id + "x".repeat(200))).hasSizeLessThan(64);
  }

  @Test
  void aMessageOfAnotherProtocolHasEditions() {
    String next = UiIds.nextEdition("0199-abc");
    assertThat(UiIds.shown(next)).isEqualTo("0199-abc");
    assertThat(UiIds.nextEdition(next)).isNotEqualTo(next);
  }
}
