package io.awaken.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids of messages that clients edit. */
@Rows({237, 239})
class ClientMessageIdsTest {

  @Test
  void aMessageKeepsTheClientsIdInAllEditions() {
    String stored = ClientMessageIds.stored("Nkm8BHpTZB9ZqP7r");
    String second = ClientMessageIds.nextEdition(stored);
    String third = ClientMessageIds.nextEdition(second);
    assertThat(stored).isNotEqualTo(second).isNotEqualTo(third).isNotEqualTo("Nkm8BHpTZB9ZqP7r");
    assertThat(second).isNotEqualTo(third);
    assertThat(ClientMessageIds.shown(stored)).isEqualTo("Nkm8BHpTZB9ZqP7r");
    assertThat(ClientMessageIds.shown(second)).isEqualTo("Nkm8BHpTZB9ZqP7r");
    assertThat(ClientMessageIds.shown(third)).isEqualTo("Nkm8BHpTZB9ZqP7r");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a~1", "ümlaut", "ui-x", "x"})
  void anyMessageIdCanBeStored(String id) {
    assertThat(ClientMessageIds.stored(id)).matches("[!-~]{1,128}").doesNotContain("~");
    assertThat(ClientMessageIds.stored(id + "x".repeat(200))).hasSizeLessThan(64);
  }

  @Test
  void aMessageOfAnotherProtocolHasEditions() {
    String next = ClientMessageIds.nextEdition("0199-abc");
    assertThat(ClientMessageIds.shown(next)).isEqualTo("0199-abc");
    assertThat(ClientMessageIds.nextEdition(next)).isNotEqualTo(next);
  }

  @ParameterizedTest
  @CsvSource({
    "m1, m1, true",
    "m1, ui-m1, true",
    "m1, ui-m1~1, true",
    "m1, ui-m1~12, true",
    "m1, ui-m10, false",
    "m1, ui-m1~x, false",
    "m1, m1~1, false",
    "a b, ui-0cc175b9, false",
    "ui-m1, ui-m1, false",
    "ui-m1, ui-m1~1, false",
    "ui-m1, ui-ui-m1, true",
    "ui-m1, ui-ui-m1~2, true"
  })
  void aClientKnowsAMessageInAllEditions(String client, String stored, boolean known) {
    assertThat(ClientMessageIds.names(client, stored)).isEqualTo(known);
  }

  @Test
  void aHashedIdIsKnownInBothForms() {
    String stored = ClientMessageIds.stored("a b");
    String next = ClientMessageIds.nextEdition(stored);

    assertThat(ClientMessageIds.names("a b", next)).isTrue();
    assertThat(ClientMessageIds.names(ClientMessageIds.shown(stored), next)).isTrue();
    assertThat(next).startsWith(ClientMessageIds.editions("a b"));
  }
}
