package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.ToolResult;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Resources and prompts of servers. */
@Rows(1134)
class ReadingTest {

  private static final String TEMPLATES = "mcp__s__list_resource_templates";
  private static final String LIST_TEMPLATES = "resources/templates/list";
  private static final String IMAGE = "iVBORw0KGgo=";

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void whatAServerHasIsListedAndRead(ProtocolVersion version) throws Exception {
    try (var server = serving(version);
        var mine = connected(server)) {
      assertThat(mine.ids())
          .containsExactly(
              "mcp__s__list_resources",
              "mcp__s__list_resource_templates",
              "mcp__s__read_resource",
              "mcp__s__list_prompts",
              "mcp__s__get_prompt");
      assertThat(mine.changes).as("changes of what is offered").hasValue(2);
      assertThat(mine.tool("mcp__s__read_resource").retryClass()).isEqualTo(RetryClass.SAFE);

      assertThat(mine.call("mcp__s__list_resources", json("{}")).data())
          .isEqualTo(json("{'resources': [{'uri': 'note://1'}], 'nextCursor': 'more'}"));
      ToolResult read = mine.call("mcp__s__read_resource", json("{'uri': 'note://1'}"));
      assertThat(read.content())
          .hasAtLeastOneElementOfType(ImageBlock.class)
          .contains(new ContentBlock.Text("Resource note://1:\nmilk"));
      assertThat(mine.call("mcp__s__list_prompts", json("{'cursor': 'x'}")).data())
          .isEqualTo(json("{'prompts': [{'name': 'greet'}]}"));
      assertThat(
              mine.call(
                      "mcp__s__get_prompt", json("{'name': 'greet', 'arguments': {'who': 'ann'}}"))
                  .modelText())
          .isEqualTo("user: Greet ann");

      assertThat(server.seen("prompts/list").getFirst().body().at("/params/cursor").asText())
          .isEqualTo("x");
      assertThat(server.seen("resources/read").getFirst().header("Mcp-Name"))
          .isEqualTo(version.modern() ? "note://1" : null);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void resourceTemplatesAreListedPageByPage(ProtocolVersion version) throws Exception {
    try (var server = serving(version);
        var mine = connected(server)) {
      assertThat(mine.tool(TEMPLATES).retryClass()).isEqualTo(RetryClass.SAFE);

      assertThat(mine.call(TEMPLATES, json("{'cursor': 'x'}")).data())
          .isEqualTo(
              json(
                  "{'resourceTemplates': [{'uriTemplate': 'note://{day}', 'name': 'notes'}],"
                      + " 'nextCursor': 'more'}"));

      assertThat(server.seen(LIST_TEMPLATES).getFirst().body().at("/params/cursor").asText())
          .isEqualTo("x");
    }
  }

  @Test
  void aServerWithoutTemplatesRefusesToListThem() throws Exception {
    try (var server = serving(ProtocolVersion.V2026_07_28)) {
      server.methods.remove(LIST_TEMPLATES);
      try (var mine = connected(server)) {
        ToolResult refused = mine.call(TEMPLATES, json("{}"));

        assertThat(refused.code()).isEqualTo("mcp_error");
        assertThat(refused.message()).contains("refused the read (-32601)");
        assertThat(mine.ids()).contains(TEMPLATES, "mcp__s__read_resource");
      }
    }
  }

  @Test
  void aRefusalIsAnErrorAndTheServersOwnToolTakesPrecedence() throws Exception {
    try (var server = serving(ProtocolVersion.V2026_07_28)) {
      server.tools = List.of(ScriptedServer.tool("get_prompt", "of its own"));
      server.methods.put("resources/read", asked -> asked.error(200, -32602, "no such thing"));
      try (var mine = connected(server)) {
        assertThat(mine.ids()).hasSize(5);
        assertThat(mine.tool("mcp__s__get_prompt").descriptor().description())
            .isEqualTo("of its own");

        ToolResult refused = mine.call("mcp__s__read_resource", json("{'uri': 'note://2'}"));
        assertThat(refused.code()).isEqualTo("mcp_error");
        assertThat(refused.message()).endsWith("refused the read (-32602): no such thing");
      }
    }
  }

  @Test
  void argumentsHaveLimits() throws Exception {
    try (var server = serving(ProtocolVersion.V2026_07_28);
        var mine = connected(server)) {
      Tool read = mine.tool("mcp__s__read_resource");
      var schema = new ArgumentSchema(read.descriptor().parameters());

      assertThatThrownBy(() -> schema.check(json("{'uri': '" + "x".repeat(4_097) + "'}")))
          .isInstanceOf(ToolException.class)
          .hasMessageContaining("4,096");
      assertThatThrownBy(() -> schema.check(json("{}"))).hasMessageContaining("uri");
    }
  }

  @Test
  @Rows(1136)
  void tooManyServersAreRefused() {
    try (var mine = new ServersUnderTest()) {
      List<McpServerSpec> many =
          IntStream.rangeClosed(0, McpServerSpec.MAX_SERVERS)
              .mapToObj(i -> McpServerSpec.http("s" + i, "https://x.example"))
              .toList();

      assertThatThrownBy(() -> mine.servers.configure(many))
          .hasMessage("there are 501 MCP servers, the limit is 500");
    }
  }

  private static JsonNode json(String text) throws Exception {
    return AnsweringUsers.json(text);
  }

  private static ScriptedServer serving(ProtocolVersion version) throws Exception {
    var server = new ScriptedServer(version);
    server.capabilities.add("resources");
    server.capabilities.add("prompts");
    answers(server, "resources/list", "{'resources': [{'uri': 'note://1'}], 'nextCursor': 'more'}");
    answers(
        server,
        LIST_TEMPLATES,
        "{'resourceTemplates': [{'uriTemplate': 'note://{day}', 'name': 'notes'}],"
            + " 'nextCursor': 'more'}");
    answers(server, "prompts/list", "{'prompts': [{'name': 'greet'}]}");
    answers(
        server,
        "resources/read",
        "{'contents': [{'uri': 'note://1', 'text': 'milk'}, {'uri': 'note://1', 'mimeType':"
            + " 'image/png', 'blob': '"
            + IMAGE
            + "'}]}");
    server.methods.put(
        "prompts/get",
        asked -> {
          ObjectNode result = ScriptedServer.JSON.objectNode();
          ObjectNode message = result.putArray("messages").addObject().put("role", "user");
          message
              .putObject("content")
              .put("type", "text")
              .put("text", "Greet " + asked.params().at("/arguments/who").asText());
          asked.result(result);
        });
    return server;
  }

  private static void answers(ScriptedServer server, String method, String result)
      throws Exception {
    JsonNode json = json(result);
    server.methods.put(method, asked -> asked.result(json));
  }

  private static ServersUnderTest connected(ScriptedServer server) throws IOException {
    return ServersUnderTest.of(server).connected(McpServerSpec.http("s", server.url()));
  }
}
