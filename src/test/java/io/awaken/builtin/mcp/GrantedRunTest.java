package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.RunResult;
import io.awaken.testkit.CollectingSink;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A run that waits until its user has granted access to an MCP server. */
class GrantedRunTest {

  private static final Caller ANN = new Caller("acme", "ann", Set.of());

  @Test
  @Rows({1144, 1145})
  @Attacks({"S16", "S44"})
  void theRunContinuesWithItsUsersAccessAndExposesNoToken() throws Exception {
    try (var granting = new GrantingServer();
        var server = new ScriptedServer(ProtocolVersion.V2025_11_25);
        var mine =
            new ServersUnderTest(String.valueOf(server.port()), String.valueOf(granting.port()))) {
      granting.redirect = ServersUnderTest.REDIRECT;
      server.tools = List.of(ScriptedServer.tool("mails", "Lists mails."));
      server.calls.put("mails", asked -> asked.result(ScriptedServer.text("3 mails")));
      granting.guard(server);
      server.wellKnown.put("/.well-known/oauth-protected-resource/mcp", granting::resourceMetadata);
      ScriptedServer.Gate strict = server.gate;
      server.gate =
          asked ->
              !asked.body().path("method").asText().equals("tools/call") || strict.passes(asked);
      mine.connected(
          McpServerSpec.http("mail", server.url())
              .withAuth(
                  McpAuth.authorizationCode(GrantingServer.CLIENT, McpAuth.Per.USER)
                      .withSecret(GrantingServer.SECRET)));
      var model =
          new RecordingModel(
              Script.builder().calls("mcp__mail__mails", Map.of()).says("You have 3 mails."));
      var sink = new CollectingSink();
      try (var runtime =
          AgentRuntime.builder()
              .inMemory()
              .withAgentSpec(AgentSpec.builder("a", "m").mcpServers("mail").build())
              .withModel(new ModelSpec("m", "p", "x", null, null, null, null, null, null))
              .withProvider("p", model)
              .withToolSource(mine.servers)
              .build()) {
        RunResult waiting = runtime.run(new RunRequest("a", null, List.of("Any mail?"), ANN), sink);
        assertThat(waiting.termination()).isEqualTo(new TerminationReason.Suspended());
        SuspensionRecord question = runtime.questions(waiting.runId()).getFirst();
        String link = question.ticket().suspension().parameters().path("url").asText();

        var grant = mine.servers.granted(ANN, granting.agree(link, "ann"));
        assertThat(grant.run()).isEqualTo(waiting.runId());
        assertThat(grant.call()).isEqualTo(question.callId());
        assertThat(
                runtime.decide(
                    grant.run(), DecisionRequest.of(ANN, grant.call(), DecisionAction.RESUME)))
            .isInstanceOf(DecisionResult.Submitted.class);
        RunResult done = runtime.resume(waiting.runId(), sink);

        assertThat(done.response()).isEqualTo("You have 3 mails.");
        assertThat(server.seen("tools/call")).hasSize(1);
        String published = sink.take().toString() + model.requests();
        assertThat(granting.tokens).hasSize(1);
        for (String token : granting.tokens.keySet()) {
          assertThat(published).contains("3 mails").doesNotContain(token);
        }
        assertThat(published).doesNotContain(GrantingServer.SECRET);
      }
    }
  }
}
