package io.awaken.builtin.mcp;

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
import io.awaken.mcp.ProtocolVersion;
import io.awaken.testkit.ToolCallContexts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An MCP server whose calls require a token granted by a user in a browser. */
abstract class GrantBed {

  static final Caller ANN = new Caller("acme", "ann", Set.of());
  static final Caller BOB = new Caller("acme", "bob", Set.of());
  static final Caller OTHER_ANN = new Caller("evil", "ann", Set.of());
  static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();
  static final String ECHO = "mcp__s__echo";

  ScriptedServer server;
  GrantingServer granting;
  ServersUnderTest mine;

  /** By default only calls require a token, not tools/list and the handshake. */
  boolean listsForAll = true;

  @BeforeEach
  void start() throws Exception {
    start(ProtocolVersion.V2026_07_28);
  }

  void start(ProtocolVersion version) throws Exception {
    granting = new GrantingServer();
    granting.redirect = ServersUnderTest.REDIRECT;
    granting.secretWanted = false;
    granting.metadata.putArray("token_endpoint_auth_methods_supported").add("none");
    server = new ScriptedServer(version);
    server.tools = List.of(ScriptedServer.tool("echo", ""));
    server.calls.put("echo", asked -> asked.result(ScriptedServer.text(subject(asked))));
    granting.guard(server);
    server.wellKnown.put("/.well-known/oauth-protected-resource/mcp", granting::resourceMetadata);
    ScriptedServer.Gate strict = server.gate;
    server.gate =
        asked -> {
          boolean call = asked.body().path("method").asText().equals("tools/call");
          return listsForAll && !call || strict.passes(asked);
        };
    mine = new ServersUnderTest(String.valueOf(server.port()), String.valueOf(granting.port()));
  }

  String subject(ScriptedServer.Asked asked) {
    String header = asked.exchange().getRequestHeaders().getFirst("Authorization");
    return granting.tokens.get(header.substring("Bearer ".length()));
  }

  @AfterEach
  void stop() {
    mine.close();
    server.close();
    granting.close();
  }

  McpServerSpec spec(McpAuth.Per per) {
    return McpServerSpec.http("s", server.url())
        .withAuth(McpAuth.authorizationCode(GrantingServer.CLIENT, per));
  }

  static ToolCallContext context(Caller caller) {
    ToolCallContext any = ToolCallContexts.test(ECHO);
    return new ToolCallContext(
        any.callId(),
        ECHO,
        new RunIdentity(
            new ThreadId(caller.tenant(), "t"), new RunId("run-1"), (RunId) null, "a", caller),
        any.agent(),
        any.idempotencyKey(),
        new CancellationToken());
  }

  ToolResult call(Caller caller) throws ToolException, InterruptedException {
    return mine.tool(ECHO).execute(NOTHING, context(caller)).result();
  }

  String link(Caller caller) throws ToolException, InterruptedException {
    return call(caller).suspension().suspension().parameters().path("url").asText();
  }

  Map<String, String> agreed(Caller caller) throws Exception {
    return granting.agree(link(caller), caller.tenant() + "/" + caller.subject());
  }

  void grant(Caller caller) throws Exception {
    mine.servers.granted(caller, agreed(caller));
  }
}
