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
    assertThat(AgentTools.toolName(id)).isEqualTo(id);
  }

  @Test
  void anInvalidIdGetsAUniqueName() {
    String dots = AgentTools.toolName("a.b");
    String colon = AgentTools.toolName("a:b");
    String longest = AgentTools.toolName("x".repeat(128));

    assertThat(dots).matches("a_b_[0-9a-f]{8}").isNotEqualTo(colon);
    assertThat(longest).hasSize(64).startsWith("xxxx");
    assertThat(AgentTools.toolName("x".repeat(127))).isNotEqualTo(longest);
  }
}
