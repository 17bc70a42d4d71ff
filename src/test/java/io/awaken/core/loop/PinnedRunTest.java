package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.actions.LoopActionsPlugin;
import io.awaken.builtin.handoff.HandoffPlugin;
import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.agent.ProviderDocuments;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.commit.DocumentStore;
import io.awaken.core.commit.StoredDocument;
import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.commit.SuspensionStore.Taken;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.ConfigSection;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.runtime.RuntimeStores;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspensionStatus;
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
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A run waits, and the node that goes on with it knows other agents: the run goes on with those
 * that it began with, or ends and names what is missing (quality F13).
 */
@Rows(31)
@Failures("F13")
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PinnedRunTest {

  private static final ConfigSection<String> TONE =
      ConfigSection.of("tone", null, String.class, () -> "none");

  private final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());
  private final List<String> tones = new ArrayList<>();
  private final RecordingModel first = asking();
  private final RecordingModel second = asking();
  private TestNode node;
  private RunId run;
  private int threads;

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

  /** A run begins here, and asks. */
  private void begin(Registries registry) {
    begin(registry.snapshot());
  }

  private void begin(RegistrySnapshot registry) {
    node = new TestNode(stores, registry);
    run = node.submit("t-" + ++threads, "go");
    node.executeAll();
    assertThat(record().status()).isEqualTo(RunStatus.WAITING);
  }

  /** Somebody agrees, and another node goes on. */
  private void goOn(Registries registry) {
    goOn(stores, registry.snapshot());
  }

  private void goOn(RuntimeStores with, RegistrySnapshot registry) {
    SuspensionRecord question = stores.suspensions().ofRun(run).getLast();
    var decision = new Decision("d-" + question.key(), DecisionAction.RESUME, null, null, 1);
    assertThat(
            stores
                .suspensions()
                .decide(question.key(), question.argumentsHash(), decision, "judge")
                .taken())
        .isEqualTo(Taken.RESUMES);
    node = new TestNode(with, registry);
    node.mailbox.claimDue();
    node.executeAll();
  }

  private RunRecord record() {
    return stores.runs().find(run).orElseThrow();
  }

  private void assertDone() {
    assertThat(record().termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(record().finalOutput()).isEqualTo("done");
  }

  private void assertUnavailable(String missing) {
    assertThat(record().status()).isEqualTo(RunStatus.DONE);
    String reason = ((TerminationReason.Error) record().termination()).value();
    assertThat(reason).startsWith("pinned_version_unavailable: ").contains(missing);
    assertThat(node.sinks.events())
        .contains(new AgentEvent.Error(reason, "pinned_version_unavailable"));
    assertThat(stores.suspensions().ofRun(run))
        .extracting(SuspensionRecord::status)
        .doesNotContain(SuspensionStatus.OPEN, SuspensionStatus.DECIDED);
  }

  private static List<String> offered(LlmRequest request) {
    return request.tools().stream().map(ToolDescriptor::id).toList();
  }

  @Test
  void aRunGoesOnWithTheAgentAsItWasAndTheNextOneHasTheNewOne() {
    begin(registry(agent("old", "m", "kind")).upstream("old-model"));
    String before = record().resolution();

    Registries changed =
        registry(agent("new", "m2", "harsh"))
            .upstream("new-model")
            .tools(FunctionTool.answering("added", "1"));
    goOn(changed);

    assertDone();
    assertThat(record().resolution()).isEqualTo(before);
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

    run = node.submit("u", "go");
    node.executeAll();

    assertThat(record().resolution()).isNotEqualTo(before);
    LlmRequest fresh = second.requests().getFirst();
    assertThat(fresh.system()).isEqualTo("new");
    assertThat(offered(fresh)).containsExactly("added", "echo");
    assertThat(tones.getLast()).isEqualTo("harsh");
  }

  @Test
  void aRunWhoseAgentIsGoneGoesOnAllTheSame() {
    begin(registry(agent("old", "m", "kind")));

    goOn(registry(AgentSpec.of("b", "m2")));

    assertDone();
    assertThat(first.requests().getLast().system()).isEqualTo("old");
  }

  @Test
  void aRunWhoseModelIsGoneForTheAgentAsItIsNowGoesOnAllTheSame() {
    begin(registry(agent("old", "m", "kind")));

    goOn(registry(agent("new", "none", "kind")));

    assertDone();
  }

  @Test
  void aRunOfTheVersionThatIsThereAsksForNoDocument() {
    begin(registry(agent("same", "m", "kind")));

    goOn(stores.with(refusing()), registry(agent("same", "m", "kind")).snapshot());

    assertDone();
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
  void aRunWhosePluginIsGoneEndsAndNamesIt() {
    AgentSpec needs = agent("old", "m", "kind").toBuilder().plugins("extra").build();
    begin(registry(needs).named(NamedPlugin.hooking("extra")));

    try (var log = new CapturedLog(AgentLoop.class)) {
      goOn(registry(agent("new", "m", "kind")));

      assertUnavailable("plugin extra");
      assertThat(log.warnings())
          .containsExactly(
              "run "
                  + run
                  + " ends: the run began with another version of agent a, which needs what is not"
                  + " here any more: plugin extra");
    }
  }

  @Test
  void aRunOfWhichSeveralToolsAreGoneEndsAndNamesThem() {
    begin(registry(agent("old", "m", "kind")).tools(tool("other"), tool("third")));

    goOn(registry(agent("old", "m", "kind")));

    assertUnavailable("tool other, tool third");
  }

  private static Tool tool(String id) {
    return FunctionTool.answering(id, "x");
  }

  @Test
  void aToolThatTakesOtherArgumentsIsAskedAboutAgain() {
    begin(registry(agent("old", "m", "kind")));
    JsonNode other =
        JsonNodeFactory.instance.objectNode().put("type", "object").put("description", "new");
    var changed = FunctionTool.answering("echo", "43").describedBy(other);
    Registries next =
        Registries.with(agent("new", "m", "kind"))
            .models(first, second)
            .injected(new LoopActionsPlugin())
            .global(AskedRun.gate("asks", List.of("echo"), ticket -> ticket), hearing())
            .tools(changed);

    goOn(next);
    assertThat(record().status()).isEqualTo(RunStatus.WAITING);
    assertThat(changed.calls()).isEmpty();
    goOn(next);

    assertDone();
    assertThat(changed.calls()).hasSize(1);
  }

  @Test
  void aProviderIsMadeAgainAsItWasAndOneThatCannotBeIsNamed() {
    RecordingModel asItWas = asking();
    begin(registry(agent("a", "m", "kind")).snapshot().describing(provider("v1", asItWas)));

    goOn(stores, registry(agent("a", "m", "kind")).snapshot().describing(provider("v2", asItWas)));

    assertDone();
    assertThat(asItWas.requests()).hasSize(1);

    begin(registry(agent("a", "m", "kind")).snapshot().describing(provider("v1", asItWas)));
    goOn(stores, registry(agent("a", "m", "kind")).snapshot().describing(provider("v2", null)));

    assertUnavailable("adapter old of provider p");
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
  void aRunWhoseDocumentsAreNotToBeHadEnds() {
    begin(registry(agent("old", "m", "kind")));

    goOn(stores.with(DocumentStore.NONE), registry(agent("new", "m", "kind")).snapshot());

    assertUnavailable("its documents, " + record().resolution());
  }

  @Test
  void whatTheCodeRefusesNowIsMissing() {
    begin(registry(agent("old", "m", "kind")));
    Plugin strict =
        new TestPlugin(
            "hears",
            registrar ->
                registrar.registerSection(ConfigSection.of("tone", null, Integer.class, () -> 0)));

    goOn(
        Registries.with(AgentSpec.of("a", "m"))
            .models(first, second)
            .injected(new LoopActionsPlugin())
            .global(AskedRun.gate("asks", List.of("echo"), ticket -> ticket), strict)
            .tools(tool("echo")));

    assertUnavailable("section tone of agent a does not fit hears");
  }

  @Test
  void whoMayTakeOverTakesOverAsItWas() {
    var section = JsonNodeFactory.instance.objectNode();
    section.putArray("agents").add("b");
    AgentSpec a =
        agent("old", "m", "kind").toBuilder()
            .plugins(HandoffPlugin.NAME)
            .section("handoff", section)
            .build();
    var desk =
        new RecordingModel(
            Script.builder()
                .calls("echo", Map.of("value", "x"))
                .calls("agent_handoff", Map.of("agent", "b")));
    var expert = RecordingModel.turns(Script.builder().says("done"));
    begin(
        registry(a, AgentSpec.builder("b", "m2").systemPrompt("expert").build())
            .models(desk, expert)
            .named(new HandoffPlugin()));

    goOn(
        registry(agent("new", "m", "kind"), AgentSpec.builder("b", "m").systemPrompt("x").build())
            .models(desk, expert)
            .named(new HandoffPlugin()));

    assertDone();
    assertThat(expert.requests()).hasSize(1);
    assertThat(expert.requests().getFirst().system()).isEqualTo("expert");
  }

  @Test
  void anAgentThatTookOverUnannouncedGoesOnUnlessItHasChanged() {
    AgentSpec a = agent("old", "m", "kind");
    AgentSpec b = AgentSpec.builder("b", "m2").systemPrompt("expert").build();
    begin(registry(a, b).global(handsOver()));

    goOn(registry(agent("new", "m", "kind"), b).global(handsOver()));

    assertDone();
    assertThat(second.requests()).hasSize(2);

    begin(registry(a, b).global(handsOver()));
    goOn(registry(a, b.withSystemPrompt("another")).global(handsOver()));

    assertUnavailable(
        "agent b has changed since it took over, and no document of the run's own agent names it");
  }

  private static Plugin handsOver() {
    return new TestPlugin(
        "hands-over",
        registrar ->
            registrar.registerPhaseHook(
                Phase.RUN_START,
                context ->
                    StateCommand.none()
                        .update(RuntimeKeys.ACTIVE_AGENT, new ActiveAgent("b", null))));
  }
}
