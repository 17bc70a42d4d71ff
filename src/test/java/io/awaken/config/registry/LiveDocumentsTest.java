package io.awaken.config.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.builtin.permission.PermissionPlugin;
import io.awaken.config.DocumentException;
import io.awaken.config.registry.LiveDocuments.Outcome;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.ScriptedAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Rows(236)
class LiveDocumentsTest {

  private static final String CLERK = "model_id: default\nsystem_prompt: %s\n";

  @TempDir Path directory;
  private EditedFolder folder;

  @BeforeEach
  void write() {
    folder = new EditedFolder(directory);
    clerk("old");
    folder.write("agents/guide.yaml", "model_id: default\n");
  }

  private void clerk(String prompt) {
    folder.write("agents/clerk.yaml", CLERK.formatted(prompt));
  }

  private LiveDocuments open() {
    return folder.open(PluginSet.NONE, FunctionTool.answering("look", "x"));
  }

  private long version(LiveDocuments documents) {
    return documents.registry().version().number();
  }

  @Test
  void aChangedFileIsPublishedAtTheSecondPollThatFindsIt() {
    var documents = open();
    folder.poll();
    assertThat(version(documents)).isEqualTo(1);

    clerk("new");
    folder.poll();
    assertThat(folder.prompt("clerk")).isEqualTo("old");
    folder.poll();

    assertThat(folder.prompt("clerk")).isEqualTo("new");
    assertThat(documents.registry().version().since()).isEqualTo(folder.clock.instant());
    assertThat(folder.outcomes).containsExactly(Outcome.PUBLISHED);
    folder.settle();
    assertThat(version(documents)).isEqualTo(2);
  }

  @Test
  void aFileInTheMiddleOfAWriteIsNotRead() {
    open();
    try (var log = new CapturedLog(LiveDocuments.class)) {
      folder.write("agents/clerk.yaml", "model_id: def");
      folder.poll();
      folder.write("agents/clerk.yaml", "model_id: default\nsystem_prompt: {");
      folder.poll();
      clerk("new");
      folder.poll();
      assertThat(folder.prompt("clerk")).isEqualTo("old");
      folder.poll();

      assertThat(folder.prompt("clerk")).isEqualTo("new");
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void agentsModelsAndProvidersComeAndGo() {
    open();
    folder
        .write("providers/house.yaml", "adapter: scripted\n")
        .write("models/fast.yaml", "provider_id: house\nupstream_model: x\n")
        .write("agents/new.yaml", "model_id: fast\n");
    folder.settle();

    assertThat(AgentResolver.resolve(folder.snapshot(), "new").model().id()).isEqualTo("fast");
    assertThat(folder.snapshot().executors()).containsKey("house");

    folder.delete("agents/new.yaml").delete("models/fast.yaml").delete("providers/house.yaml");
    folder.settle();

    assertThat(folder.snapshot().agents()).containsOnlyKeys("clerk", "guide");
    assertThat(folder.snapshot().models()).containsOnlyKeys("default");
    assertThat(folder.snapshot().executors()).containsOnlyKeys("scripted");
  }

  @Test
  void aBrokenFileIsReportedAndItsPreviousVersionStaysWhileOthersArePublished() {
    open();
    try (var log = new CapturedLog(LiveDocuments.class)) {
      folder.write("agents/clerk.yaml", "model_id: default\nsystem_prompt: new\nmax_rounds: 0\n");
      folder.write("agents/guide.yaml", "model_id: default\nsystem_prompt: fine\n");
      folder.settle();

      String problem = "agents/clerk.yaml:3:1 max_rounds must be 1 to 1000";
      assertThat(folder.problems()).containsExactly(problem);
      assertThat(log.warnings()).containsExactly(problem + "; the active version stays as it is");
    }
    assertThat(folder.prompt("clerk")).isEqualTo("old");
    assertThat(folder.prompt("guide")).isEqualTo("fine");
    assertThat(folder.outcomes).containsExactly(Outcome.PARTIAL);

    clerk("fixed");
    folder.settle();
    assertThat(folder.prompt("clerk")).isEqualTo("fixed");
    assertThat(folder.problems()).isEmpty();
    assertThat(folder.outcomes).containsExactly(Outcome.PARTIAL, Outcome.PUBLISHED);
  }

  @Test
  void aBrokenFileAloneChangesNothingUntilItIsReverted() {
    var documents = open();
    clerk("\"");
    folder.settle();
    assertThat(folder.problems()).singleElement().asString().startsWith("agents/clerk.yaml:");
    assertThat(version(documents)).isEqualTo(1);
    assertThat(folder.outcomes).containsExactly(Outcome.REFUSED);

    clerk("old");
    folder.settle();
    assertThat(folder.problems()).isEmpty();
    assertThat(version(documents)).isEqualTo(1);
  }

  @Test
  void aBrokenNewFileIsOmittedWithDocumentsThatReferToIt() {
    open();
    folder.write("models/fast.yaml", "provider_id: nowhere\nupstream_model: x\n");
    folder.write("agents/new.yaml", "model_id: fast\n");
    clerk("new");
    folder.settle();

    assertThat(folder.problems())
        .containsExactly(
            "models/fast.yaml:1:1 provider_id 'nowhere' does not exist; there are [scripted]",
            "agents/new.yaml:1:1 model_id 'fast' does not exist; there are [default]");
    assertThat(folder.snapshot().agents()).containsOnlyKeys("clerk", "guide");
    assertThat(folder.prompt("clerk")).isEqualTo("new");
  }

  @Test
  void aDeletionThatLeavesAnotherFileWithoutItsModelIsRefused() {
    folder.write("models/fast.yaml", "provider_id: scripted\nupstream_model: x\n");
    folder.write("agents/quick.yaml", "model_id: fast\n");
    var documents = open();

    folder.delete("models/fast.yaml");
    folder.settle();

    assertThat(folder.problems())
        .containsExactly(
            "agents/quick.yaml:1:1 model_id 'fast' does not exist; there are [default]");
    assertThat(version(documents)).isEqualTo(1);
    assertThat(folder.snapshot().models()).containsKey("fast");
  }

  @Test
  void anAgentThatDoesNotResolveIsReportedWithFileLineAndField() {
    open();
    folder.write("agents/clerk.yaml", "model_id: default\nplugin_ids: [nowhere]\n");
    folder.write(
        "agents/guide.yaml", "model_id: default\nsections:\n  retry:\n    max_retries: -1\n");
    folder.settle();

    assertThat(folder.problems())
        .containsExactly(
            "agents/clerk.yaml:2:14 plugin_ids[0] agent clerk names an unknown plugin: nowhere",
            "agents/guide.yaml:4:5 sections.retry.max_retries section retry of agent guide does not"
                + " fit retry: /max_retries: must have a minimum value of 0");
    assertThat(folder.prompt("clerk")).isEqualTo("old");
  }

  @Test
  void anAgentThatWasRefusedAtTheStartIsReportedAndStopsNoOtherChange() {
    folder.write(
        "agents/guide.yaml", "model_id: default\nsections:\n  retry:\n    max_retries: -1\n");
    open();
    assertThat(folder.problems()).singleElement().asString().startsWith("agents/guide.yaml:4:5");

    clerk("new");
    folder.settle();

    assertThat(folder.prompt("clerk")).isEqualTo("new");
    assertThat(folder.problems()).hasSize(1);
    folder.write("agents/guide.yaml", "model_id: default\n");
    folder.settle();
    assertThat(folder.problems()).isEmpty();
    assertThat(AgentResolver.resolve(folder.snapshot(), "guide").spec().id()).isEqualTo("guide");
  }

  @Test
  void aProviderThatItsAdapterRefusesIsReportedWithItsField() {
    folder.write("providers/house.yaml", "adapter: scripted\n");
    open();
    folder.write(
        "providers/house.yaml", "adapter: scripted\nadapter_options:\n  word_delay_ms: soon\n");
    folder.settle();

    assertThat(folder.problems())
        .containsExactly(
            "providers/house.yaml:3:3 adapter_options.word_delay_ms must be a whole number of"
                + " milliseconds");
  }

  @Test
  void unchangedPartsAreTheSameObjects() {
    var adapter = new CountingAdapter();
    folder.write("providers/one.yaml", "adapter: counting\n");
    folder.write("providers/two.yaml", "adapter: counting\n");
    folder.write("models/m.yaml", "provider_id: one\nupstream_model: x\n");
    folder.write("agents/same.yaml", "model_id: m\n");
    folder.write("agents/other.yaml", "model_id: m\n");
    folder.open(List.of(adapter, new ScriptedAdapter(path -> null)), PluginSet.NONE);
    RegistrySnapshot before = folder.snapshot();
    ResolvedAgent same = AgentResolver.resolve(before, "same");
    assertThat(adapter.made).containsExactly("one", "two");

    folder.write("providers/two.yaml", "adapter: counting\ntimeout_secs: 7\n");
    folder.write("agents/other.yaml", "model_id: m\nsystem_prompt: x\n");
    folder.settle();

    assertThat(adapter.made).containsExactly("one", "two", "two");
    assertThat(folder.snapshot().executors().get("one")).isSameAs(before.executors().get("one"));
    assertThat(AgentResolver.resolve(folder.snapshot(), "same")).isSameAs(same);
    assertThat(folder.prompt("other")).isEqualTo("x");
  }

  @Test
  void aKeyInAFileIsReadAgainWhenThatFileChanges() {
    folder.write("keys/house", "first");
    folder.write("providers/house.yaml", "adapter: counting\napi_key: ${file:keys/house}\n");
    var adapter = new CountingAdapter();
    folder.open(List.of(adapter, new ScriptedAdapter(path -> null)), PluginSet.NONE);
    folder.settle();
    assertThat(folder.outcomes).isEmpty();

    folder.write("keys/house", "second");
    folder.settle();
    assertThat(adapter.keys).containsExactly("first", "second");

    folder.delete("keys/house");
    folder.settle();
    assertThat(folder.problems())
        .containsExactly(
            "providers/house.yaml:2:1 api_key refers to the file keys/house, which cannot be"
                + " read");
    folder.write("keys/house", "third");
    folder.settle();
    assertThat(adapter.keys).containsExactly("first", "second", "third");
    assertThat(folder.problems()).isEmpty();
  }

  @Test
  void aFileOfTheSameSizeAndTimeIsReadWhileItIsYoung() {
    Instant now = folder.clock.instant();
    folder.write("agents/clerk.yaml", CLERK.formatted("one"), now);
    open();

    folder.write("agents/clerk.yaml", CLERK.formatted("two"), now);
    folder.settle();

    assertThat(folder.prompt("clerk")).isEqualTo("two");
  }

  @Test
  void aMissingFolderIsReportedAndKeepsTheActiveVersion() throws IOException {
    var documents = open();
    Path away = directory.resolveSibling(directory.getFileName() + "-away");
    Files.move(directory, away);
    try (var log = new CapturedLog(LiveDocuments.class)) {
      folder.settle();

      assertThat(log.warnings()).hasSize(1);
    }
    assertThat(folder.problems()).containsExactly(". the configuration folder cannot be read");
    assertThat(folder.snapshot().agents()).containsKey("clerk");

    Files.move(away, directory);
    folder.settle();
    assertThat(folder.problems()).isEmpty();
    assertThat(version(documents)).isEqualTo(1);
  }

  @Test
  void theStartIsRefusedAsBefore() {
    folder.write("agents/clerk.yaml", "model_id: default\nmax_rounds: many\n");

    assertThatThrownBy(this::open)
        .isInstanceOf(DocumentException.class)
        .hasMessageStartingWith("agents/clerk.yaml:2:1 max_rounds");
  }

  @Test
  void everyDocumentThatStopsTheStartIsNamedWithItsLine() {
    folder.write("agents/clerk.yaml", "model: default\nplugin_ids:\n- nowhere\n");
    folder.write("agents/guide.yaml", "model_id: default\nresponse_format:\n  name: x\n");

    assertThatThrownBy(this::open)
        .isInstanceOf(DocumentException.class)
        .hasMessageMatching(
            "agents/clerk.yaml:3:3 plugin_ids\\[0] agent clerk .*\n"
                + "agents/guide.yaml:2:1 response_format.type agent guide: .* is required");
  }

  @Test
  void aProviderThatStopsTheStartIsNamedWithTheLineOfItsOption() {
    folder.write(
        "providers/house.yaml", "adapter: scripted\nadapter_options:\n  word_delay_ms: soon\n");

    assertThatThrownBy(this::open)
        .isInstanceOf(DocumentException.class)
        .hasMessageStartingWith("providers/house.yaml:3:3 adapter_options.word_delay_ms must be");
  }

  @Test
  @Rows(209)
  void anAgentWithARuleThatNeverAppliesIsPublishedWithAWarning() {
    String rules =
        "model: default\nplugin_ids: [permission]\nsections:\n  permission:\n    rules:\n"
            + "    - {tool: '*', behavior: allow}\n    - {tool: pay, behavior: %s}\n";
    String warning =
        "agents/clerk.yaml:7:7 sections.permission.rules[1] rules[1]: 'ask pay' applies to no call:"
            + " 'allow *' matches each of them, and allow is stronger";
    try (var log = new CapturedLog(LiveDocuments.class)) {
      var documents = folder.open(PluginSet.of(List.of(), List.of(new PermissionPlugin())));
      assertThat(documents.warnings()).isEmpty();
      folder.write("agents/clerk.yaml", rules.formatted("ask"));
      folder.settle();
      folder.write("agents/guide.yaml", "model_id: default\nsystem_prompt: new\n");
      folder.settle();

      assertThat(documents.warnings()).extracting(Object::toString).containsExactly(warning);
      assertThat(documents.problems()).isEmpty();
      assertThat(folder.outcomes).containsExactly(Outcome.PUBLISHED, Outcome.PUBLISHED);
      assertThat(AgentResolver.resolve(folder.snapshot(), "clerk").spec().pluginIds())
          .containsExactly("permission");
      assertThat(log.warnings()).containsExactly(warning + "; the document is used as it is");

      folder.write("agents/clerk.yaml", rules.formatted("deny"));
      folder.settle();
      assertThat(documents.warnings()).isEmpty();
    }
  }

  @Test
  void toolsOfSourcesStayWhenDocumentsChange() {
    var documents = open();
    documents.registry().publish(before -> before.withTools(Map.of()));
    clerk("new");
    folder.settle();

    assertThat(folder.snapshot().tools()).isEmpty();
    assertThat(folder.prompt("clerk")).isEqualTo("new");
  }

  @Test
  void missingAllowedToolsAreLoggedWhenTheAgentChanges() {
    folder.write("agents/guide.yaml", "model_id: default\nallowed_tools: [gone]\n");
    var documents = open();
    try (var log = new CapturedLog(RegistryLoader.class)) {
      documents.warnOfMissingTools();
      folder.write("agents/clerk.yaml", "model_id: default\nallowed_tools: [look, lost]\n");
      folder.settle();

      assertThat(log.warnings())
          .containsExactly(
              "agent guide allows tools that do not exist: [gone]; they are ignored",
              "agent clerk allows tools that do not exist: [lost]; they are ignored");
    }
  }

  /** Records the executors that it creates. */
  private static final class CountingAdapter implements LlmAdapter {
    final List<String> made = new ArrayList<>();
    final List<String> keys = new ArrayList<>();

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public LlmExecutor create(ProviderSpec provider) {
      made.add(provider.id());
      if (provider.apiKey() != null) {
        keys.add(provider.apiKey().reveal());
      }
      return (request, listener, cancellation) -> {
        throw new AssertionError("no test calls the model here");
      };
    }
  }

  @Test
  @Rows(1014)
  void aChangedPoolIsPublishedAndABrokenOneKeepsItsVersion() {
    folder.write("models/m.yaml", "{provider: scripted, model: m}");
    folder.write("model-pools/fast.yaml", "members: [{model_id: default}]");
    folder.write("agents/clerk.yaml", "model_id: fast\n");
    var documents = open();
    ResolvedAgent before = AgentResolver.resolve(documents.registry().get(), "clerk");

    folder.write("model-pools/fast.yaml", "members: [{model_id: m}]");
    folder.settle();

    assertThat(folder.snapshot().pools().get("fast").modelIds()).containsExactly("m");
    assertThat(AgentResolver.resolve(folder.snapshot(), "clerk")).isNotSameAs(before);

    folder.write("model-pools/fast.yaml", "members: [{model_id: nobody}]");
    folder.settle();

    assertThat(folder.snapshot().pools().get("fast").modelIds()).containsExactly("m");
    assertThat(folder.problems())
        .singleElement()
        .asString()
        .contains("model-pools/fast.yaml", "members[0].model_id", "'nobody' does not exist");
  }
}
