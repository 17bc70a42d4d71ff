package io.awaken.protocol.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Rows(1062)
@BesideOthers
class ToolNamesTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "order-helper_2", "A"})
  void aValidIdIsItsOwnName(String id) {
    assertThat(OfferedAgents.toolName(id)).isEqualTo(id);
  }

  @Test
  void anInvalidIdGetsAUniqueName() {
    String dots = OfferedAgents.toolName("a.b");
    String colon = OfferedAgents.toolName("a:b");
    String longest = OfferedAgents.toolName("x".repeat(128));

    assertThat(dots).matches("a_b_[0-9a-f]{8}").isNotEqualTo(colon);
    assertThat(longest).hasSize(64).startsWith("xxxx");
    assertThat(OfferedAgents.toolName("x".repeat(127))).isNotEqualTo(longest);
  }
}
