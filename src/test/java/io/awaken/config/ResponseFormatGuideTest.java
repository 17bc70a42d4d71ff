package io.awaken.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.FolderDocuments;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.DemoModel;
import io.awaken.runtime.AgentRuntime;
import io.awaken.testkit.CollectingSink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The structured output of {@code docs/models.md}. */
class ResponseFormatGuideTest {

  /** The model's answer in the guide. */
  record Ticket(String topic, String summary, boolean urgent) {}

  @TempDir Path directory;

  private static String block(String language) throws Exception {
    String guide = Files.readString(Path.of("docs/models.md"));
    String section = guide.substring(guide.indexOf("## Structured output"));
    int from = section.indexOf("```" + language + "\n") + language.length() + 4;
    return section.substring(from, section.indexOf("```", from));
  }

  private AgentSpec agent() throws Exception {
    Path agents = Files.createDirectories(directory.resolve("agents"));
    Files.writeString(agents.resolve("triage.yaml"), block("yaml"));
    return new DocumentLoader(name -> Optional.empty(), directory, Set.of("scripted"))
            .load(
                List.of(new FolderDocuments(directory)),
                BuiltinDocuments.choose(name -> Optional.empty()))
            .agents()
            .stream()
            .filter(each -> each.id().equals("triage"))
            .findFirst()
            .orElseThrow();
  }

  @Test
  @Rows({1020, 1023})
  void theAgentOfTheGuideAnswersInTheFormatOfTheGuide() throws Exception {
    try (var runtime =
        AgentRuntime.builder()
            .inMemory()
            .withAgentSpec(agent())
            .withModel(new ModelSpec("default", "p", "demo"))
            .withProvider("p", new DemoModel(Duration.ZERO))
            .build()) {
      var result = runtime.run(RunRequest.of("triage", "My lamp is broken."), new CollectingSink());

      assertThat(result.response()).isEqualTo(block("json").strip());
      assertThat(result.output(Ticket.class))
          .isEqualTo(new Ticket("order", "My lamp is broken.", true));
    }
  }
}
