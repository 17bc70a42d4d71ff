package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ToolSources;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two hundred servers of twenty tools each. */
@Rows(1135)
class ManyServersTest {

  private static final int SERVERS = 200;
  private static final int TOOLS = 20;

  /** Numbers of additional tools, by the query of the server's address. */
  private final Map<String, Integer> more = new ConcurrentHashMap<>();

  private final AtomicInteger read = new AtomicInteger();
  private final AtomicInteger added = new AtomicInteger();

  @Test
  void aRefreshReplacesOnlyChangedTools() throws Exception {
    try (var server = server();
        var mine = new ServersUnderTest(counted(ToolPins.inMemory()), false, port(server))) {
      mine.connected(specs(server));
      var registry =
          LiveRegistry.of(
              new RegistrySnapshot(
                  Map.of(), Map.of(), Map.of(), Map.of(), PluginSet.NONE, ModelPorts.plain()));
      try (var sources = new ToolSources(registry, List.of(mine.servers), false)) {
        sources.open();
        assertThat(registry.get().tools()).hasSize(SERVERS * TOOLS);
        Map<String, RegisteredTool> before = registry.get().tools();
        long version = registry.version().number();
        int known = read.get();
        assertThat(added).as("lists that were pinned").hasValue(SERVERS);

        refreshAll(mine);

        assertThat(registry.version().number()).as("nothing changed").isEqualTo(version);
        assertThat(read.get() - known).as("reads of the pins, one per server").isEqualTo(SERVERS);
        assertThat(added).hasValue(SERVERS);

        more.put("n=7", 1);
        refreshAll(mine);

        assertThat(registry.version().number()).as("one publication").isEqualTo(version + 1);
        Map<String, RegisteredTool> after = registry.get().tools();
        assertThat(rebuilt(before, after)).containsExactly("mcp__s7__t20");
        assertThat(added).hasValue(SERVERS + 1);
      }
    }
  }

  /** Returns ids of tools whose object or schema differs. */
  private static List<String> rebuilt(
      Map<String, RegisteredTool> before, Map<String, RegisteredTool> after) {
    Set<Tool> known = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Object> schemas = Collections.newSetFromMap(new IdentityHashMap<>());
    before
        .values()
        .forEach(
            tool -> {
              known.add(tool.tool());
              schemas.add(tool.schema());
            });
    return after.entrySet().stream()
        .filter(
            each ->
                !known.contains(each.getValue().tool())
                    || !schemas.contains(each.getValue().schema()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static void refreshAll(ServersUnderTest mine) {
    IntStream.range(0, SERVERS).forEach(i -> mine.servers.server("s" + i).refresh());
  }

  private ToolPins counted(ToolPins pins) {
    return new ToolPins() {
      @Override
      public Map<String, String> of(String server) {
        read.incrementAndGet();
        return pins.of(server);
      }

      @Override
      public void add(String server, Map<String, String> hashes) {
        added.incrementAndGet();
        pins.add(server, hashes);
      }

      @Override
      public void approve(String server, String tool, String hash, String by) {
        pins.approve(server, tool, hash, by);
      }
    };
  }

  private ScriptedServer server() throws IOException {
    var server = new ScriptedServer(ProtocolVersion.V2026_07_28);
    server.methods.put(
        "tools/list",
        asked -> {
          String query = asked.exchange().getRequestURI().getQuery();
          ObjectNode result = ScriptedServer.JSON.objectNode().put("resultType", "complete");
          var tools = result.putArray("tools");
          for (int i = 0; i < TOOLS + more.getOrDefault(query, 0); i++) {
            tools.add(ScriptedServer.tool("t" + i, "does something"));
          }
          asked.result(result);
        });
    return server;
  }

  private static McpServerSpec[] specs(ScriptedServer server) {
    List<McpServerSpec> specs = new ArrayList<>();
    for (int i = 0; i < SERVERS; i++) {
      specs.add(McpServerSpec.http("s" + i, server.url() + "?n=" + i));
    }
    return specs.toArray(McpServerSpec[]::new);
  }

  private static String port(ScriptedServer server) {
    return String.valueOf(server.port());
  }
}
