package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.OnWildFly;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Callers authenticated by the application. */
@OnWildFly
class OwnMechanismIT extends OwnMechanismTest {

  @Test
  void thePrincipalIsTheCallerWithTheRolesThatToolsRequire() {
    JsonNode result =
        result("who_am_i", HeaderMechanism.NAME, "ada", HeaderMechanism.ROLE, "clerk");

    assertThat(result.path("data").asText()).isEqualTo("default ada [clerk]");
  }

  @Test
  void aRoleThatNoToolRequiresIsNotLookedUp() {
    JsonNode result =
        result("who_am_i", HeaderMechanism.NAME, "ben", HeaderMechanism.ROLE, "guest");

    assertThat(result.path("data").asText()).isEqualTo("default ben []");
  }

  @Test
  void aGuardedToolIsOfferedOnlyToItsRole() {
    String name = HeaderMechanism.NAME;
    String role = HeaderMechanism.ROLE;

    assertThat(result("clerks_only", name, "ada", role, "clerk").path("status").asText())
        .isEqualTo("success");
    assertThat(result("clerks_only", name, "ben", role, "guest").isMissingNode()).isTrue();
    assertThat(result("members_only", name, "ben", role, "guest").path("status").asText())
        .isEqualTo("success");
  }

  @Test
  void mcpClientsHaveTheirNamesAndRolesToo() {
    for (String path : new String[] {"/v1/mcp", "/v1/mcp/", "/mcp"}) {
      assertThat(whoAmI(path, HeaderMechanism.NAME, "ada", HeaderMechanism.ROLE, "clerk").text())
          .contains("default ada [clerk]");
      assertRefused(whoAmI(path), 401, "unauthorized", null);
    }
  }

  private ApiClient.Answer whoAmI(String path, String... more) {
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"who_am_i\","
            + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
    var headers =
        new ArrayList<>(
            List.of(
                "Content-Type",
                "application/json",
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "tools/call",
                "Mcp-Name",
                "who_am_i"));
    headers.addAll(List.of(more));
    return api.send("POST", path, BodyPublishers.ofString(body), headers.toArray(String[]::new));
  }

  /** No setting of the product is configured, so the server detected the mechanism. */
  @Test
  @Attacks("S54")
  void requestsWithoutCredentialsAreRefusedAlsoFromThisMachine() {
    assertRefused(api.get("/v1/agents"), 401, "unauthorized", null);
    assertRefused(api.postJson("/v1/runs", "{"), 401, "unauthorized", null);
  }

  /**
   * The result of the tool that the message asks for; a missing node if the tool was not offered to
   * the model.
   */
  private JsonNode result(String tool, String... headers) {
    String body =
        "{\"agentId\":\"default\",\"messages\":[{\"role\":\"user\",\"content\":\"%s {}\"}]}"
            .formatted(tool);
    try (ApiClient.Events events = api.run(body, headers)) {
      return events.toEnd().stream()
          .filter(frame -> frame.type().equals("tool_call_done"))
          .map(frame -> frame.data().path("result"))
          .findFirst()
          .orElse(MissingNode.getInstance());
    }
  }
}
