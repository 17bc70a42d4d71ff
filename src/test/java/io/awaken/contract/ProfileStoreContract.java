package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.state.profile.ProfileLimits;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Shared values: one for each address, and the last write wins. */
@Rows({56, 58, 61})
public abstract class ProfileStoreContract extends StoreContract {

  private static JsonNode text(String value) {
    return JsonNodeFactory.instance.textNode(value);
  }

  private ProfileStore profile() {
    return stores.profile();
  }

  @Test
  void aValueIsReadUntilItIsDeleted() {
    assertThat(profile().read("acme", "taste", "system")).isEmpty();

    profile().write("acme", "taste", "system", text("tea"));
    assertThat(profile().read("acme", "taste", "system")).contains(text("tea"));

    profile().delete("acme", "taste", "system");
    assertThat(profile().read("acme", "taste", "system")).isEmpty();
    profile().delete("acme", "taste", "system");
  }

  @Test
  void theLastWriteWins() {
    profile().write("acme", "taste", "system", text("tea"));
    profile().write("acme", "taste", "system", text("coffee"));

    assertThat(profile().read("acme", "taste", "system")).contains(text("coffee"));
  }

  @Test
  @Attacks("S47")
  void tenantsNamespacesAndKeysAreKeptApart() {
    profile().write("acme", "taste", "system", text("tea"));

    assertThat(profile().read("evil", "taste", "system")).isEmpty();
    assertThat(profile().read("acme", "smell", "system")).isEmpty();
    assertThat(profile().read("acme", "taste", "helper")).isEmpty();
    profile().delete("evil", "taste", "system");
    profile().write("evil", "taste", "system", text("blood"));
    assertThat(profile().read("acme", "taste", "system")).contains(text("tea"));
  }

  @Test
  void ofManyWritesAtOnceEveryOneSucceedsAndOneIsLeft() throws Exception {
    var turn = new AtomicInteger();
    for (int round = 0; round < 5; round++) {
      String key = fresh("key");
      List<String> written =
          race(
              6,
              () -> {
                String value = "v" + turn.getAndIncrement();
                profile().write("acme", "taste", key, text(value));
                return value;
              });
      assertThat(written).hasSize(6);
      assertThat(profile().read("acme", "taste", key).orElseThrow().textValue()).isIn(written);
    }
  }

  @Test
  void whatACallerDoesWithItsJsonAfterwardsChangesNothing() {
    ObjectNode mine = JsonNodeFactory.instance.objectNode().put("sugar", 1);
    profile().write("acme", "taste", "system", mine);
    mine.put("sugar", 9);
    ((ObjectNode) profile().read("acme", "taste", "system").orElseThrow()).put("sugar", 8);

    assertThat(profile().read("acme", "taste", "system").orElseThrow().get("sugar").intValue())
        .isEqualTo(1);
  }

  @Test
  void theLongestKeyAndTheLargestValueAreKept() {
    String key = "ü".repeat(ProfileLimits.MAX_KEY);
    // Two of the characters are the quotes of the JSON text.
    JsonNode value = text("x".repeat(ProfileLimits.MAX_VALUE - 2));

    profile().write("acme", "n".repeat(ProfileLimits.MAX_NAMESPACE), key, value);

    assertThat(profile().read("acme", "n".repeat(ProfileLimits.MAX_NAMESPACE), key))
        .contains(value);
  }

  @Test
  void whatIsBeyondALimitIsRefusedNamingFieldAndLimit() {
    JsonNode large = text("x".repeat(ProfileLimits.MAX_VALUE - 1));
    assertThatThrownBy(() -> profile().write("acme", "taste", "system", large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a profile value of taste has 262145 characters of JSON, the limit is 262144");
    assertThat(profile().read("acme", "taste", "system")).isEmpty();

    for (String key : List.of("k".repeat(257), "", " ", "a\0b")) {
      assertThatThrownBy(() -> profile().write("acme", "taste", key, text("x")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("profile key");
      assertThatThrownBy(() -> profile().read("acme", "taste", key))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> profile().delete("acme", "taste", key))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> profile().write("acme", "n".repeat(129), "system", text("x")))
        .hasMessageContaining("profile namespace has 1 to 128 characters, this one 129");
  }
}
