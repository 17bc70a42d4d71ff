package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.example.audit.AuditLog;
import com.example.audit.AuditTrail;
import com.example.masking.Masking;
import com.example.memory.ProfileMemory;
import com.example.moderation.Moderation;
import com.example.ratelimit.RateLimit;
import com.example.steering.Desk;
import com.example.steering.SteeringDesk;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.demo.CalculateTool;
import io.awaken.config.BuiltinDocuments;
import io.awaken.config.DocumentLoader;
import io.awaken.config.Documents;
import io.awaken.config.NamedFile;
import io.awaken.config.registry.RegistryLoader;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.FolderDocuments;
import io.awaken.fixture.FunctionTool;
import io.awaken.provider.scripted.ScriptedAdapter;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.BuiltinPlugins;
import io.awaken.runtime.RunResult;
import io.awaken.testkit.CollectingSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents of the sample projects, read as a server reads them. */
@BesideOthers
class PluginProjectsTest {

  private static final Path PROJECTS = Path.of("src-it/samples/plugins");
  private static final String DOCUMENTS = "src/main/resources/META-INF/awaken";

  @TempDir static Path folder;

  private final RegistryLoader loader =
      new RegistryLoader(List.of(new ScriptedAdapter(NamedFile::script)), ModelPorts.plain());

  static List<Arguments> projects() {
    var done = new TerminationReason.NaturalEnd();
    var trail = new AuditTrail(folder.resolve("audit.jsonl"), InstantSource.system());
    return List.of(
        project("audit-log", "audited", new AuditLog(trail), done),
        project("rate-limit", "limited", new RateLimit(), done),
        project("moderation", "blogger", new Moderation(), new TerminationReason.Suspended()),
        project("masking", "discreet", new Masking(), done),
        project("steering-desk", "guided", new SteeringDesk(new Desk()), done),
        project("profile-memory", "host", new ProfileMemory(), done));
  }

  private static Arguments project(
      String name, String agent, Plugin plugin, TerminationReason ending) {
    return arguments(named(name, PROJECTS.resolve(name)), agent, plugin, ending);
  }

  @ParameterizedTest
  @MethodSource("projects")
  void itsAgentAnswersWithItsPluginAndItsScript(
      Path project, String agent, Plugin plugin, TerminationReason ending) {
    try (AgentRuntime runtime = AgentRuntime.builder().inMemory().build()) {
      runtime.publish(registry(project.resolve(DOCUMENTS), plugin));
      var events = new CollectingSink();

      RunResult run = runtime.run(RunRequest.of(agent, "Go on."), events);

      assertThat(run.termination()).isEqualTo(ending);
      assertThat(events.take()).noneMatch(AgentEvent.Error.class::isInstance);
    }
  }

  @ParameterizedTest
  @MethodSource("projects")
  void itsListOfDocumentsIsComplete(Path project) throws IOException {
    Path documents = project.resolve(DOCUMENTS);
    List<String> listed =
        Files.readAllLines(documents.resolve("documents.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .toList();

    try (Stream<Path> files = Files.walk(documents)) {
      assertThat(listed)
          .containsExactlyInAnyOrderElementsOf(
              files
                  .filter(file -> file.toString().endsWith(".yaml"))
                  .map(file -> documents.relativize(file).toString())
                  .toList());
    }
  }

  @Test
  void everyProjectIsBuiltWithTheOthersAndTestedHere() throws IOException {
    String aggregator = Files.readString(PROJECTS.resolve("pom.xml"));
    try (Stream<Path> files = Files.list(PROJECTS)) {
      List<Path> found = files.filter(file -> Files.exists(file.resolve("pom.xml"))).toList();

      assertThat(found).hasSize(projects().size());
      assertThat(found)
          .allMatch(each -> aggregator.contains("<module>" + each.getFileName() + "</module>"));
    }
  }

  private RegistrySnapshot registry(Path documents, Plugin plugin) {
    Documents read =
        new DocumentLoader(name -> Optional.empty(), documents, loader.adapterNames())
            .load(
                List.of(new FolderDocuments(documents)),
                BuiltinDocuments.choose(name -> Optional.empty()));
    Tool blog =
        FunctionTool.answering("publish_post", "published")
            .describedBy(JsonNodeFactory.instance.objectNode().put("type", "object"));
    List<Tool> tools = List.of(new CalculateTool(), blog);
    return loader.load(
        read, tools, PluginSet.of(List.of(), List.of(plugin), BuiltinPlugins.injected()));
  }
}
