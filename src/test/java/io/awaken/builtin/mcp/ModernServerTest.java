package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.fixture.Rows;
import io.awaken.mcp.McpError;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage.Failure;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Behaviour of servers since 2026-07-28. */
class ModernServerTest {

  @Test
  @Rows(1154)
  void aToolWhoseHeadersCouldMisleadIsWithheldAndTheOthersAreNot() throws Exception {
    try (var server = new ScriptedServer(ProtocolVersion.V2026_07_28)) {
      server.tools = List.of(repeating("good", "Text"), repeating("bad", "Te xt"));
      server.calls.put("good", asked -> asked.result(ScriptedServer.text("done")));
      try (var mine = ServersUnderTest.of(server).connected(spec(server))) {
        assertThat(mine.ids()).containsExactly("mcp__s__good");
        assertThat(mine.report()).asString().contains("bad", "x-mcp-header must be a name");

        mine.call("mcp__s__good", ScriptedServer.JSON.objectNode().put("text", "hello"));
      }
      assertThat(server.seen("tools/call").getFirst().header("Mcp-Param-Text")).isEqualTo("hello");
    }
  }

  @Test
  @Rows(1072)
  void aServerThatNamesAnotherVersionIsAskedAgain() throws Exception {
    try (var server = new ScriptedServer(ProtocolVersion.V2026_07_28)) {
      var asks = new AtomicInteger();
      server.methods.put(
          "server/discover",
          asked -> {
            if (asks.getAndIncrement() == 0) {
              JsonRpcError error =
                  McpError.unsupportedVersion("2026-07-28", ProtocolVersion.modernOnes());
              asked.json(400, JsonRpc.write(new Failure(asked.body().get("id"), error)));
            } else {
              ObjectNode found = ScriptedServer.JSON.objectNode().put("resultType", "complete");
              found.putArray("supportedVersions").add("2026-07-28");
              found.putObject("capabilities");
              asked.result(found);
            }
          });
      try (var mine = ServersUnderTest.of(server).connected(spec(server))) {
        assertThat(mine.report().protocol()).isEqualTo("2026-07-28");
      }
      assertThat(asks).hasValue(2);
      assertThat(server.seen("initialize")).isEmpty();
    }
  }

  private static ObjectNode repeating(String name, String header) {
    ObjectNode tool = ScriptedServer.tool(name, "");
    ((ObjectNode) tool.at("/inputSchema/properties/text")).put("x-mcp-header", header);
    return tool;
  }

  private static McpServerSpec spec(ScriptedServer server) {
    return McpServerSpec.http("s", server.url());
  }
}
