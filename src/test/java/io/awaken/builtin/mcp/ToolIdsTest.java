package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.builtin.mcp.McpTool.ToolIds;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.fixture.Rows;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolIdsTest {

  @ParameterizedTest
  @Rows(1073)
  @CsvSource({
    "read, mcp__files__read",
    "read__all, mcp__files__read__all",
    "a-B_9, mcp__files__a-B_9"
  })
  void aNameThatFitsStaysAsItIs(String name, String id) {
    assertThat(ToolIds.of("files", name)).isEqualTo(id);
    assertThat(McpServerSpec.serverOf(id)).isEqualTo("files");
  }

  @Test
  @Rows(1073)
  void invalidNamesGetDistinctIds() {
    String longName = "x".repeat(128);
    List<String> names =
        List.of("a.b", "a/b", "a b", "a_b", "ä", longName, longName + "y", "a_0123456789");
    var ids = new HashSet<String>();
    for (String name : names) {
      String id = ToolIds.of("s".repeat(McpServerSpec.MAX_ID), name);
      assertThat(id).matches("[A-Za-z0-9_-]{1,64}");
      assertThat(McpServerSpec.serverOf(id)).isEqualTo("s".repeat(McpServerSpec.MAX_ID));
      ids.add(id);
    }
    assertThat(ids).hasSize(names.size());
  }

  @Test
  @Rows(1073)
  void aNameThatLooksReplacedGetsItsOwnId() {
    String written = ToolIds.of("s", "a.b").substring("mcp__s__".length());

    assertThat(ToolIds.of("s", written)).isNotEqualTo(ToolIds.of("s", "a.b"));
  }
}
