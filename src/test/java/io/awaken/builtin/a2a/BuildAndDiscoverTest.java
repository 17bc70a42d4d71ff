package io.awaken.builtin.a2a;

import static io.awaken.builtin.a2a.RemoteServer.parsed;
import static io.awaken.builtin.a2a.RemoteServer.status;
import static io.awaken.builtin.a2a.RemoteServer.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.builtin.a2a.AgentCard.Binding;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.model.Pause;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.run.Caller;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.AgentRuntimeBuilder;
import io.awaken.runtime.BuildException;
import io.awaken.runtime.RunResult;
import io.awaken.runtime.RuntimeStores;
import io.awaken.testkit.CollectingSink;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Embedded runtimes with agents of other servers. */
@Rows({24, 29, 195, 198})
class BuildAndDiscoverTest {

  private final RemoteServer server = new RemoteServer(Binding.HTTP_JSON);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CheckedHttp http =
      CheckedHttp.of(
          TargetRules.of(true, List.of(server.port()), List.of("127.0.0.0/8")),
          threads,
          Duration.ofSeconds(5));

  @AfterEach
  void close() {
    http.close();
    threads.close();
    server.close();
  }

  private AgentRuntimeBuilder builder() {
    server.card(
        card ->
            card.setAll(
                (ObjectNode)
                    parsed(
                        "{'capabilities':{'streaming':true,'extensions':"
                            + "[{'uri':'urn:awaken:a2a:agents-as-skills:1'}]},"
                            + "'skills':[{'id':'writer','description':'Writes.'}]}")));
    server.on("SendStreamingMessage", stream(A2aAgentTest.task("COMPLETED", "a-1", "Once.")));
    return AgentRuntime.builder()
        .inMemory()
        .withBackend(
            new A2aBackend(http, Pause.inRealTime(), System::nanoTime, InstantSource.system()))
        .withRemoteAgents(A2aServerSpec.of("far", server.url()));
  }

  private AgentRuntimeBuilder withEditor() {
    var script =
        Script.builder()
            .calls("agent_run_far-writer", Map.of("prompt", "Write"))
            .says("Edited.")
            .build();
    return builder()
        .withProvider("p", new ScriptedModel(script))
        .withModel(new ModelSpec("m", "p", "u"))
        .withAgentSpec(AgentSpec.builder("editor", "m").delegates("far-writer").build());
  }

  @Test
  void anAgentThatWasFoundIsTheRootOfAThread() {
    try (AgentRuntime runtime = builder().buildAndDiscover()) {
      assertThat(runtime.run(RunRequest.of("far-writer", "Go"), new CollectingSink()).response())
          .isEqualTo("Once.");
      assertThat(server.seen("SendStreamingMessage").getFirst().path())
          .isEqualTo("/a2a/writer/message:stream");
      assertThat(runtime.registry().agents().get("far-writer").description()).isEqualTo("Writes.");
    }
  }

  @Test
  void anAgentThatWasFoundIsADelegate() {
    try (AgentRuntime runtime = withEditor().buildAndDiscover()) {
      assertThat(runtime.run(RunRequest.of("editor", "Go"), new CollectingSink()).response())
          .isEqualTo("Edited.");
      assertThat(server.seen("SendStreamingMessage")).hasSize(1);
    }
  }

  @Test
  void aDelegateWhoseServerIsDownDoesNotStopTheOthers() {
    var builder = withEditor();
    server.card = status(503);
    try (AgentRuntime runtime = builder.build()) {
      assertThat(runtime.run(RunRequest.of("editor", "Go"), new CollectingSink()).response())
          .isEqualTo("Edited.");
      assertThat(server.seen("SendStreamingMessage")).isEmpty();
    }
  }

  /** Credentials are not stored with the run; they are those of the document. */
  @Test
  void aRunThatWaitsGoesOnWithItsCredentialsBeforeItsServerIsReachedAgain() {
    var auth = Map.of("type", Secret.of("bearer"), "token", Secret.of("t-1"));
    var spec = new A2aServerSpec("sure", server.url(), auth, null, null, null, null, null);
    RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());
    AgentRuntimeBuilder first = builder().withStores(stores).withRemoteAgents(spec);
    server.on(
        "SendStreamingMessage",
        stream(A2aAgentTest.asks("q-1", "{'text':'Which?'}")),
        stream(A2aAgentTest.task("COMPLETED", "a-1", "That one.")));
    RunResult waiting;
    try (AgentRuntime runtime = first.buildAndDiscover()) {
      waiting = runtime.run(RunRequest.of("sure-writer", "Go"), new CollectingSink());
      String call = runtime.questions(waiting.runId()).getFirst().callId();
      runtime.decide(
          waiting.runId(), DecisionRequest.of(Caller.ANONYMOUS, call, DecisionAction.CANCEL));
    }
    AgentRuntimeBuilder second = builder().withStores(stores).withRemoteAgents(spec);
    server.on("SendStreamingMessage", stream(A2aAgentTest.task("COMPLETED", "a-1", "That one.")));
    RemoteServer.Answer card = server.card;
    server.card = status(503);
    try (AgentRuntime runtime = second.build()) {
      assertThat(runtime.registry().agents()).doesNotContainKey("sure-writer");
      server.card = card;

      assertThat(runtime.resume(waiting.runId(), new CollectingSink()).response())
          .isEqualTo("That one.");
      assertThat(server.seen("SendStreamingMessage"))
          .hasSize(2)
          .allMatch(each -> each.headers().get("Authorization").contains("Bearer t-1"));
    }
  }

  @Test
  void whatWasNotReachedInTimeIsNamedWithItsReason() {
    var builder = builder();
    server.card = status(503);
    builder.withRemoteAgents(A2aServerSpec.of("inside", "http://10.1.2.3:" + server.port()));

    assertThatThrownBy(() -> builder.buildAndDiscover(Duration.ofMillis(300)))
        .isInstanceOfSatisfying(
            BuildException.class,
            e -> assertThat(e.kind()).isEqualTo(BuildException.Kind.DISCOVERY_FAILED))
        .hasMessageStartingWith("not reached within PT0.3S: {far=card_unavailable: ")
        .hasMessageContaining("inside=10.1.2.3");
  }

  @Test
  void aServerThatCannotWorkIsRefusedAtOnce() {
    var options = Map.<String, JsonNode>of("x", TextNode.valueOf("y"));
    var broken = new A2aServerSpec("b", server.url(), null, null, null, null, null, options);

    assertThatThrownBy(() -> builder().withRemoteAgents(broken).build())
        .hasMessageStartingWith("b: endpoint.options.x does not exist");
    assertThatThrownBy(
            () ->
                AgentRuntime.builder()
                    .inMemory()
                    .withRemoteAgents(A2aServerSpec.of("far", server.url()))
                    .build())
        .hasMessage("agents of other servers need an A2aBackend");
    assertThatThrownBy(
            () -> builder().withRemoteAgents(A2aServerSpec.of("far", server.url())).build())
        .hasMessage("the id far is given twice");
  }
}
