package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

/** Tools that MCP clients call without an agent, at both addresses of a server. */
class McpToolsIT extends ApplicationTest {

  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private Answer ask(String path, String method, String name, String params) {
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s%s}}"
            .formatted(method, params, META);
    return api.send(
        "POST",
        path,
        BodyPublishers.ofString(body),
        "Content-Type",
        "application/json",
        "Accept",
        "application/json, text/event-stream",
        "MCP-Protocol-Version",
        "2026-07-28",
        "Mcp-Method",
        method,
        "Mcp-Name",
        name);
  }

  private static String calling(String tool) {
    return "\"name\":\"%s\",\"arguments\":{\"text\":\"hello\"},".formatted(tool);
  }

  @Test
  @OnWildFly
  @Rows({1102, 1104})
  void aRepeatableToolIsCalledWithoutARun() {
    for (String path : new String[] {"/v1/mcp", "/mcp"}) {
      Answer answer = ask(path, "tools/call", "echo", calling("echo"));

      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.header("content-type")).startsWith("application/json");
      assertThat(answer.json().at("/result/content/0/text").asText()).isEqualTo("hello");
      assertThat(answer.json().at("/result/_meta/io.awaken~1runId").isMissingNode()).isTrue();
    }
  }

  @Test
  @OnWildFly
  @Rows({1100, 1103, 1104})
  void anyOtherToolIsCalledInARun() {
    JsonNode tools = ask("/mcp", "tools/list", "", "").json().at("/result/tools");
    Answer answer = ask("/mcp", "tools/call", "keep_text", calling("keep_text"));

    assertThat(tools.findValuesAsText("name")).contains("echo", "keep_text");
    assertThat(answer.header("content-type")).startsWith("text/event-stream");
    assertThat(answer.text()).contains("\"text\":\"kept hello\"", "io.awaken/runId");
  }

  @Test
  @OnWildFly
  @Rows(1104)
  void theSecondAddressHasTheSameChecksAsTheFirst() {
    Answer foreign =
        api.send(
            "POST",
            "/mcp",
            BodyPublishers.ofString("{}"),
            "Content-Type",
            "application/json",
            "Origin",
            "https://evil.example");
    Answer get = api.get("/mcp");
    Answer below = api.get("/mcp/more");

    assertThat(foreign.status()).isEqualTo(403);
    assertThat(get.status()).isEqualTo(api.get("/v1/mcp").status());
    assertThat(below.status()).isEqualTo(404);
  }
}
