package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Resources of a server with a token per user. */
@Rows({1134, 1144})
class ReadingAsUserTest {

  private static final Caller ANN = new Caller("acme", "ann", Set.of());
  private static final Caller BOB = new Caller("acme", "bob", Set.of());
  private static final String LIST = "mcp__s__list_resources";
  private static final String TEMPLATES = "mcp__s__list_resource_templates";

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void eachUserReadsWithTheirOwnAccessAndNoneWithThatOfAnOperator(ProtocolVersion version)
      throws Exception {
    try (var granting = new GrantingServer();
        var server = new ScriptedServer(version);
        var mine =
            new ServersUnderTest(String.valueOf(server.port()), String.valueOf(granting.port()))) {
      granting.grantsAccessTo(server);
      server.capabilities.add("resources");
      server.methods.put("resources/list", asked -> asked.result(ownResource(asked, granting)));
      server.methods.put(
          "resources/templates/list", asked -> asked.result(ownTemplate(asked, granting)));
      var auth = McpAuth.authorizationCode(GrantingServer.CLIENT, McpAuth.Per.USER);
      mine.connected(McpServerSpec.http("s", server.url()).withAuth(auth));
      mine.servers.granted(BOB, granting.agree(mine.servers.authorize("s", BOB), "operator"));
      mine.until(() -> mine.ids().contains(LIST));

      var waiting = list(mine, LIST, ANN).suspension().suspension();
      assertThat(waiting.action()).isEqualTo("tool:GrantAccess");
      String link = waiting.parameters().path("url").asText();
      mine.servers.granted(ANN, granting.agree(link, "ann"));

      assertThat(list(mine, LIST, ANN).data().toString()).contains("note://ann");
      assertThat(list(mine, TEMPLATES, ANN).data().toString()).contains("note://ann/{day}");
      assertThat(list(mine, LIST, BOB).suspension()).isNotNull();
      assertThat(list(mine, TEMPLATES, BOB).suspension()).isNotNull();
      assertThat(server.seen("resources/list")).hasSize(1);
      assertThat(server.seen("resources/templates/list")).hasSize(1);
    }
  }

  private static ObjectNode ownResource(ScriptedServer.Asked asked, GrantingServer granting) {
    ObjectNode result = ScriptedServer.JSON.objectNode();
    result.putArray("resources").addObject().put("uri", "note://" + subject(asked, granting));
    return result;
  }

  private static ObjectNode ownTemplate(ScriptedServer.Asked asked, GrantingServer granting) {
    ObjectNode result = ScriptedServer.JSON.objectNode();
    result
        .putArray("resourceTemplates")
        .addObject()
        .put("uriTemplate", "note://" + subject(asked, granting) + "/{day}");
    return result;
  }

  private static String subject(ScriptedServer.Asked asked, GrantingServer granting) {
    String header = asked.exchange().getRequestHeaders().getFirst("Authorization");
    return granting.tokens.get(header.substring("Bearer ".length()));
  }

  private static ToolResult list(ServersUnderTest mine, String tool, Caller caller)
      throws ToolException, InterruptedException {
    ToolCallContext any = ServersUnderTest.context(tool);
    var run =
        new RunIdentity(
            new ThreadId(caller.tenant(), "t"), new RunId("run-1"), (RunId) null, "a", caller);
    var context =
        new ToolCallContext(
            any.callId(), tool, run, any.agent(), any.idempotencyKey(), new CancellationToken());
    return mine.tool(tool).execute(ScriptedServer.JSON.objectNode(), context).result();
  }
}
