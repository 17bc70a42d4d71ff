package io.awaken.core.state;

import static io.awaken.core.state.Samples.LOG;
import static io.awaken.core.state.Samples.NAME;
import static io.awaken.core.state.Samples.store;
import static io.awaken.core.state.Samples.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.state.value.JsonLength;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The size of a value is limited, since each change rewrites it. */
@Rows(44)
class StateLimitTest {

  private static final int QUOTES = 2;

  @Test
  void aValueOfExactlyTheLimitIsStored() {
    var store = store(NAME);
    store.commit(update(NAME, "x".repeat(StateKeyOptions.MAX_CHARS - QUOTES)));

    assertThat(store.unsaved().changes()).hasSize(1);
  }

  @Test
  void aTooLongValueIsRefusedNamingKeyAndLimitOnly() {
    var store = store(NAME);
    store.commit(update(NAME, "x".repeat(StateKeyOptions.MAX_CHARS - QUOTES + 1)));

    assertThatThrownBy(store::unsaved)
        .isInstanceOf(StateException.class)
        .hasMessage(
            "the value of state key test.name cannot be stored: it has 262145 characters of JSON,"
                + " the limit is 262144");
    assertThat(store.unsaved()).isEqualTo(StateChanges.NONE);
  }

  @Test
  void exportedScopesHaveTheSameLimit() {
    var store = store(NAME);
    store.commit(update(NAME, "x".repeat(StateKeyOptions.MAX_CHARS)));

    assertThatThrownBy(() -> store.persisted(KeyScope.RUN)).isInstanceOf(StateException.class);
  }

  @Test
  void aKeyMayHaveAnotherLimit() {
    var narrow = new StateStore(List.of(limited(10)));
    narrow.commit(update(LOG, "12345678"));
    assertThatThrownBy(narrow::unsaved).hasMessageContaining("the limit is 10");

    var wide = new StateStore(List.of(limited(1 << 20)));
    wide.commit(update(LOG, "x".repeat(StateKeyOptions.MAX_CHARS)));
    assertThat(wide.unsaved().changes()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"quotes \\\" and \\u0001 controls\"",
        "[]",
        "{}",
        "null",
        "true",
        "-12.5e300",
        "123456789012345678901234567890",
        "[1,2,[3,{\"a\":\"b\"}]]",
        "{\"name\":{\"in\":[\"a\",\"b\",null]}}"
      })
  void lengthsAreThoseOfTheWrittenText(String text) throws Exception {
    JsonNode json = new ObjectMapper().readTree(text);
    int length = json.toString().length();

    assertThat(JsonLength.beyond(json, length)).isZero();
    assertThat(JsonLength.beyond(json, length - 1)).isEqualTo(length);
    assertThat(JsonLength.beyond(json, 100 * length)).isZero();
  }

  private static KeyRegistration limited(int chars) {
    return new KeyRegistration(LOG, StateKeyOptions.DEFAULT.upTo(chars));
  }
}
