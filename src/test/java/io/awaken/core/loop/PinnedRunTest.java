package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.actions.LoopActionsPlugin;
import io.awaken.core.agent.ProviderDocuments;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.run.RunStatus;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.document.DocumentStore.StoredDocument;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.NamedPlugin;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A waiting run resumes on a node with other documents: it continues with those that it is pinned
 * to, or ends and names what is missing (F13).
 */
@Rows(31)
@Failures("F13")
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PinnedRunTest {

  private static final ConfigSection<String> TONE =
      ConfigSection.of("tone", null, String.class, () -> "none");

  private final WaitingRun run = new WaitingRun();
  private final List<String> tones = new ArrayList<>();
  private final RecordingModel first = asking();
  private final RecordingModel second = asking();

  private static RecordingModel asking() {
    return new RecordingModel(Script.builder().calls("echo", Map.of("value", "x")).says("done"));
  }

  private static AgentSpec agent(String prompt, String model, String tone) {
    return AgentSpec.builder("a", model)
        .systemPrompt(prompt)
        .section("tone", JsonNodeFactory.instance.textNode(tone))
        .build();
  }

  private Registries registry(AgentSpec... agents) {
    return Registries.with(agents)
        .models(first, second)
        .injected(new LoopActionsPlugin())
        .global(AskedRun.gate("asks", List.of("echo"), ticket -> ticket), hearing())
        .tools(FunctionTool.answering("echo", "42"));
  }

  private Plugin hearing() {
    return new TestPlugin(
        "hears",
        registrar -> {
          registrar.registerSection(TONE);
          registrar.registerPhaseHook(
              Phase.STEP_START,
              context -> {
                tones.add(context.config(TONE));
                return null;
              });
        });
  }

  private static List<String> offered(LlmRequest request) {
    return request.tools().stream().map(ToolDescriptor::id).toList();
  }

  @Test
  void aRunKeepsItsAgentVersionAndTheNextRunGetsTheNewOne() {
    run.begin(registry(agent("old", "m", "kind")).upstream("old-model"));
    String before = run.record().resolution();

    Registries changed =
        registry(agent("new", "m2", "harsh"))
            .upstream("new-model")
            .tools(FunctionTool.answering("added", "1"));
    run.goOn(changed);

    run.assertDone();
    assertThat(run.record().resolution()).isEqualTo(before);
    assertThat(second.requests()).isEmpty();
    assertThat(first.requests())
        .hasSize(2)
        .allSatisfy(
            request -> {
              assertThat(request.system()).isEqualTo("old");
              assertThat(request.model()).isEqualTo("old-model");
              assertThat(offered(request)).containsExactly("echo");
            });
    assertThat(tones).containsExactly("kind", "kind");

    run.another();

    assertThat(run.record().resolution()).isNotEqualTo(before);
    LlmRequest fresh = second.requests().getFirst();
    assertThat(fresh.system()).isEqualTo("new");
    assertThat(offered(fresh)).containsExactly("added", "echo");
    assertThat(tones.getLast()).isEqualTo("harsh");
  }

  @Test
  void aPinnedRunContinuesAfterItsAgentIsRemoved() {
    run.begin(registry(agent("old", "m", "kind")));

    run.goOn(registry(AgentSpec.of("b", "m2")));

    run.assertDone();
    assertThat(first.requests().getLast().system()).isEqualTo("old");
  }

  @Test
  void aPinnedRunContinuesAfterItsModelIsRemovedFromTheAgent() {
    run.begin(registry(agent("old", "m", "kind")));

    run.goOn(registry(agent("new", "none", "kind")));

    run.assertDone();
  }

  @Test
  void aRunOfTheCurrentVersionReadsNoDocument() {
    run.begin(registry(agent("same", "m", "kind")));

    run.goOn(run.stores.with(refusing()), registry(agent("same", "m", "kind")).snapshot());

    run.assertDone();
  }

  private static DocumentStore refusing() {
    return new DocumentStore() {
      @Override
      public void store(StoredDocument document) {}

      @Override
      public Optional<StoredDocument> find(String hash) {
        throw new AssertionError("nothing has changed");
      }
    };
  }

  @Test
  void aRunWithAMissingPluginEndsAndNamesIt() {
    AgentSpec needs = agent("old", "m", "kind").toBuilder().plugins("extra").build();
    run.begin(registry(needs).named(NamedPlugin.hooking("extra")));

    try (var log = new CapturedLog(AgentLoop.class)) {
      run.goOn(registry(agent("new", "m", "kind")));

      run.assertUnavailable("plugin extra");
      assertThat(log.warningsOf(run.record().runId()))
          .containsExactly(
              "run "
                  + run.record().runId()
                  + " ends: the run began with another version of agent a, which needs parts that"
                  + " are no longer available: plugin extra");
    }
  }

  @Test
  void aRunWithSeveralMissingToolsEndsAndNamesThem() {
    run.begin(registry(agent("old", "m", "kind")).tools(tool("other"), tool("third")));

    run.goOn(registry(agent("old", "m", "kind")));

    run.assertUnavailable("tool other, tool third");
  }

  private static Tool tool(String id) {
    return FunctionTool.answering(id, "x");
  }

  @Test
  void aToolThatTakesOtherArgumentsIsAskedAboutAgain() {
    run.begin(registry(agent("old", "m", "kind")));
    JsonNode other =
        JsonNodeFactory.instance.objectNode().put("type", "object").put("description", "new");
    var changed = FunctionTool.answering("echo", "43").describedBy(other);
    Registries next =
        Registries.with(agent("new", "m", "kind"))
            .models(first, second)
            .injected(new LoopActionsPlugin())
            .global(AskedRun.gate("asks", List.of("echo"), ticket -> ticket), hearing())
            .tools(changed);

    run.goOn(next);
    assertThat(run.record().status()).isEqualTo(RunStatus.WAITING);
    assertThat(changed.calls()).isEmpty();
    run.goOn(next);

    run.assertDone();
    assertThat(changed.calls()).hasSize(1);
  }

  @Test
  void anOldProviderIsRecreatedOrNamedInTheError() {
    RecordingModel asItWas = asking();
    run.begin(registry(agent("a", "m", "kind")).snapshot().describing(provider("v1", asItWas)));

    run.goOn(registry(agent("a", "m", "kind")).snapshot().describing(provider("v2", asItWas)));

    run.assertDone();
    assertThat(asItWas.requests()).hasSize(1);

    run.begin(registry(agent("a", "m", "kind")).snapshot().describing(provider("v1", asItWas)));
    run.goOn(registry(agent("a", "m", "kind")).snapshot().describing(provider("v2", null)));

    run.assertUnavailable("adapter old of provider p");
  }

  private static ProviderDocuments provider(String version, LlmExecutor again) {
    return new ProviderDocuments() {
      @Override
      public JsonNode of(String providerId) {
        return JsonNodeFactory.instance.objectNode().put("version", version);
      }

      @Override
      public LlmExecutor executor(String providerId, JsonNode document) {
        if (again == null) {
          throw new IllegalArgumentException("adapter old of provider " + providerId);
        }
        assertThat(document.path("version").asText()).isEqualTo("v1");
        return again;
      }
    };
  }

  @Test
  void aRunWithUnavailableDocumentsEnds() {
    run.begin(registry(agent("old", "m", "kind")));

    run.goOn(run.stores.with(DocumentStore.NONE), registry(agent("new", "m", "kind")).snapshot());

    run.assertUnavailable("its documents, " + run.record().resolution());
  }

  @Test
  void aSectionThatTheCodeNowRefusesIsUnavailable() {
    run.begin(registry(agent("old", "m", "kind")));
    Plugin strict =
        new TestPlugin(
            "hears",
            registrar ->
                registrar.registerSection(ConfigSection.of("tone", null, Integer.class, () -> 0)));

    run.goOn(
        Registries.with(AgentSpec.of("a", "m"))
            .models(first, second)
            .injected(new LoopActionsPlugin())
            .global(AskedRun.gate("asks", List.of("echo"), ticket -> ticket), strict)
            .tools(tool("echo")));

    run.assertUnavailable("section tone of agent a does not fit hears");
  }
}
