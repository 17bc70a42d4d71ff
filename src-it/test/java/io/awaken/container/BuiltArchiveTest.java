package io.awaken.container;

import io.awaken.process.Documents;
import io.awaken.process.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The archive as built, with the demo model and the agents and tools of some tests. All classes
 * share one deployment, so a test may count only its own effects.
 */
abstract class BuiltArchiveTest extends ApiContainerTest {

  /** Documents in an archive replace the built-in agent; this one has the same name. */
  private static final String DEFAULT =
      """
      model: default
      description: Answers questions and uses every tool of this server.
      system_prompt: Answer briefly.
      """;

  private static final String CAREFUL =
      """
      model: default
      plugin_ids: [permission]
      sections:
        permission: {default_behavior: ask}
      """;

  private static final String CAUTIOUS =
      """
      model: default
      expose: a2a
      plugin_ids: [permission]
      sections:
        permission: {default_behavior: ask}
      """;

  @Deployment
  static WebArchive archive() throws IOException {
    var documents = new Documents(Files.createTempDirectory(Path.of("target"), "documents"));
    documents.agent(
        "reporter", 0, Turns.asksForTheWeather("Let me look."), Turns.says("It is fine in Bern."));
    documents.agent(
        "courier",
        Map.of("model_id", "courier", "expose", "a2a"),
        0,
        Turns.asksForTheWeather("Let me look."),
        Turns.says("It is fine in Bern."));
    documents.agent("viewer", 0, Map.of("tells_received", true));
    var tokens = Map.of("prompt_tokens", 300, "completion_tokens", 200);
    documents.priced("priced", Map.of("text", "It costs.", "usage", tokens));
    // The model is called once more than it has answers.
    documents.agent("failing", 0, Turns.asksForTheWeather("Let me look."));
    var overloaded = Map.of("error", Map.of("kind", "overloaded"));
    var retry = Map.of("retry", Map.of("backoff_base_ms", 0));
    documents.agent("patient", Map.of("model_id", "patient", "sections", retry), 0, overloaded);
    ShredderAgents.write(documents);
    Path agents = documents.folder().resolve("agents");
    Files.writeString(agents.resolve("default.yaml"), DEFAULT);
    Files.writeString(agents.resolve("careful.yaml"), CAREFUL);
    Files.writeString(agents.resolve("cautious-courier.yaml"), CAUTIOUS);
    return AwakenArchive.with(documents).addClasses(Shredder.class, BrokenPolicy.class);
  }
}
