package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.text.CanonicalHash;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Allocation;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

/** Servers list hundreds of tools, of which agents call few. */
@Rows(1135)
class ToolListingAllocationTest {

  /** Making a sorted copy to hash it takes more. */
  private static final long MOST = 6_000;

  @Test
  void aListedToolAllocatesLittleUntilItIsCalled() {
    ObjectNode tool = tool();
    var hashes = new CanonicalHash();

    long listed = Allocation.leastPerCall(500, () -> ListedTool.read(tool, hashes));
    long compiled =
        Allocation.leastPerCall(
            500,
            () -> {
              try {
                new ArgumentSchema(tool.get("inputSchema")).check(ScriptedServer.JSON.objectNode());
              } catch (ToolException e) {
                throw new AssertionError(e);
              }
            });
    long registered =
        Allocation.leastPerCall(500, () -> new ArgumentSchema(tool.get("inputSchema")));

    assertThat(listed).isLessThan(MOST);
    assertThat(registered * 4).isLessThan(compiled);
  }

  private static ObjectNode tool() {
    ObjectNode tool = ScriptedServer.tool("search", "Searches the catalogue.");
    ObjectNode fields = (ObjectNode) tool.at("/inputSchema/properties");
    for (int i = 0; i < 8; i++) {
      ObjectNode field = fields.putObject("field_" + i).put("type", "string");
      field.put("title", "Field " + i).put("description", "What field " + i + " is for");
      field.put("maxLength", 200);
    }
    return tool;
  }
}
