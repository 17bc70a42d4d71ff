package io.awaken.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.CompactionConfig.CompactionMode;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.fixture.FolderDocuments;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The {@code context_policy} of an agent's document. */
@Rows({12, 146})
class ContextPolicyDocumentTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          system_prompt: none says nothing   | 200000 | 16384 | 10
          context_policy: {}                 | 200000 | 16384 | 10
          context_policy: {max_context_tokens: 32000, max_output_tokens: 4000, min_recent_messages: 4} | 32000 | 4000 | 4
          context_policy: {min_recent_messages: 1} | 200000 | 16384 | 1
          """)
  void missingFieldsHaveTheirDefaults(String field, int context, int output, int recent)
      throws IOException {
    assertThat(agent(field).contextWindow())
        .contains(new ContextWindowPolicy(context, output, recent));
  }

  @Test
  @Rows(110)
  void theProvidersCacheIsUsedUnlessTurnedOff() throws IOException {
    assertThat(agent("context_policy: {}").contextPolicy().enablePromptCache()).isTrue();
    assertThat(
            agent("context_policy: {enable_prompt_cache: false}")
                .contextPolicy()
                .enablePromptCache())
        .isFalse();
  }

  @Test
  @Rows(152)
  void aPolicyMaySetWhenAndHowConversationsAreSummarised() throws IOException {
    assertThat(agent("context_policy: {}").contextWindow())
        .contains(
            new ContextWindowPolicy(
                200_000, 16_384, 10, true, null, CompactionMode.KEEP_RECENT_RAW_SUFFIX, 2));
    assertThat(
            agent(
                    "context_policy: {autocompact_threshold: 9000, compaction_mode:"
                        + " compact_to_safe_frontier, compaction_raw_suffix_messages: 4}")
                .contextWindow())
        .contains(
            new ContextWindowPolicy(
                null, null, null, null, 9_000, CompactionMode.COMPACT_TO_SAFE_FRONTIER, 4));
  }

  @Test
  void nullTurnsTheLimitOff() throws IOException {
    assertThat(agent("context_policy: null").contextWindow()).isEmpty();
    assertThat(agent("context_policy:").contextWindow()).isEmpty();
  }

  @Test
  void zerosDoNotTurnTheLimitOff() throws IOException {
    assertThat(
            problems(
                "context_policy:"
                    + " {max_context_tokens: 0, max_output_tokens: 0, min_recent_messages: 0}"))
        .hasSize(3);
  }

  @ParameterizedTest
  @Rows(21)
  @CsvSource({"context_window, 0", "context_window, 100000001", "max_output_tokens, -1"})
  void invalidLimitsOfAModelAreRefused(String field, int value) throws IOException {
    Path models = Files.createDirectories(directory.resolve("models"));
    Files.writeString(
        models.resolve("m.yaml"), "{provider: scripted, model: m, %s: %d}".formatted(field, value));

    assertThat(problems("description: valid"))
        .singleElement()
        .asString()
        .endsWith(" " + field + " must be 1 to 100000000");
  }

  private List<String> problems(String field) throws IOException {
    write(field);
    return catchThrowableOfType(DocumentException.class, this::load).problems().stream()
        .map(DocumentProblem::toString)
        .toList();
  }

  private AgentSpec agent(String field) throws IOException {
    write(field);
    return load().agents().getFirst();
  }

  private Documents load() {
    return new DocumentLoader(name -> Optional.empty(), directory, Set.of("scripted"))
        .load(
            List.of(new FolderDocuments(directory)),
            BuiltinDocuments.choose(name -> Optional.empty()));
  }

  private void write(String field) throws IOException {
    Path agents = Files.createDirectories(directory.resolve("agents"));
    Files.writeString(agents.resolve("a.yaml"), "model_id: default\n" + field + "\n");
  }
}
