package io.awaken.config.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.config.BuiltinDocuments;
import io.awaken.config.DocumentException;
import io.awaken.config.DocumentLoader;
import io.awaken.config.Documents;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.run.RunRecord;
import io.awaken.fixture.FolderDocuments;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A provider's key is never shown, whatever its source and whatever the provider does with it. */
class KeyNeverShownTest {

  private static final String KEY = "sk-canary-5d1f";
  private static final OutboundHttp HTTP =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  @TempDir private Path directory;
  private final Recorded log = new Recorded();

  /** Everything that is logged, with stack traces. */
  private static final class Recorded extends Handler {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord entry) {
      lines.add(new SimpleFormatter().format(entry));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private final Logger all = Logger.getLogger("io.awaken");
  private final Level before = all.getLevel();

  @BeforeEach
  void listen() {
    all.setLevel(Level.ALL);
    all.addHandler(log);
  }

  @AfterEach
  void stop() {
    all.removeHandler(log);
    all.setLevel(before);
  }

  private Path write(String file, String content) throws Exception {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, content);
  }

  private DocumentLoader loader() {
    return new DocumentLoader(
        name -> name.equals("HOUSE_KEY") ? Optional.of(KEY) : Optional.empty(),
        directory,
        new RegistryLoader(ModelWires.with(HTTP, path -> null), ModelPorts.plain()).adapterNames());
  }

  private Documents documents() {
    return loader()
        .load(
            List.of(new FolderDocuments(directory)),
            BuiltinDocuments.choose(name -> Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "${HOUSE_KEY}, 401 Unauthorized",
    "${file:secrets/key}, 401 Unauthorized",
    "sk-canary-5d1f, 429 Too Many",
    "${HOUSE_KEY}, 500 Broken",
    "${file:secrets/key}, 200 OK"
  })
  @Rows({22, 1036})
  void aKeyIsSentAndShownNowhere(String reference, String status) throws Exception {
    write("secrets/key", KEY + "\n");
    write("agents/a.yaml", "{model_id: m, system_prompt: Be kind.}");
    write("models/m.yaml", "{provider_id: p, upstream_model: large}");
    try (var server =
        RawHttpServer.answering(
            c -> c.document(status, "", "{\"error\":{\"message\":\"bad key " + KEY + "\"}}"))) {
      write(
          "providers/p.yaml",
          "{adapter: openai, base_url: '%s', api_key: '%s'}"
              .formatted(server.baseUrl(), reference));
      Documents documents = documents();
      RegistrySnapshot registry =
          new RegistryLoader(ModelWires.with(HTTP, path -> null), ModelPorts.plain())
              .load(documents, List.of(), PluginSet.NONE);
      var node = new TestNode(TestNode.inMemory(), registry);

      RunRecord run = node.run("t", "Hello");

      assertThat(server.requests().getFirst().head()).contains("Bearer " + KEY);
      assertThat(run.termination()).isNotNull();
      assertThat(run.toString()).doesNotContain(KEY);
      assertThat(new ObjectMapper().writeValueAsString(run.termination())).doesNotContain(KEY);
      assertThat(node.stores.log().read(run.runId(), 0, 100).toString())
          .contains("RunFinish")
          .doesNotContain(KEY);
      assertThat(documents.toString()).doesNotContain(KEY);
      assertThat(documents.providers().toString()).doesNotContain(KEY);
      assertThat(registry.executors().toString()).doesNotContain(KEY);
      if (!reference.equals(KEY)) {
        assertThat(registry.resolution("a").body()).contains(reference).doesNotContain(KEY);
      }
      assertThat(log.lines).isNotEmpty();
      assertThat(String.join("\n", log.lines)).doesNotContain(KEY);
    }
  }

  @Test
  @Rows({22, 1036})
  void aDocumentThatIsRefusedShowsNoKey() throws Exception {
    write("secrets/key", KEY);
    write(
        "providers/p.yaml",
        "{adapter: openai, base_url: '${HOUSE_KEY}', api_key: '${file:secrets/key}', timeout: 1}");

    var refused = catchThrowableOfType(DocumentException.class, this::documents);

    assertThat(refused.problems()).isNotEmpty();
    assertThat(refused.getMessage() + refused.problems()).doesNotContain(KEY);
    assertThat(String.join("\n", log.lines)).doesNotContain(KEY);
  }

  @Test
  @Rows(1036)
  void aFileReadableByAllIsUsedWithOneWarning() throws Exception {
    Path file = write("secrets/key", KEY);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    write("providers/p.yaml", "{adapter: openai, api_key: '${file:secrets/key}'}");
    DocumentLoader loader = loader();
    var builtin = BuiltinDocuments.choose(name -> Optional.empty());

    for (int i = 0; i < 2; i++) {
      loader.load(List.of(new FolderDocuments(directory)), builtin);
    }

    assertThat(log.lines.stream().filter(line -> line.contains("every user of this machine")))
        .singleElement()
        .asString()
        .contains(file.toString())
        .doesNotContain(KEY);
  }

  @Test
  @Rows(1036)
  void aPrivateFileIsUsedWithoutAWarning() throws Exception {
    Path file = write("secrets/key", KEY);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    write("providers/p.yaml", "{adapter: openai, api_key: '${file:secrets/key}'}");

    documents();

    assertThat(log.lines).noneMatch(line -> line.contains("every user"));
  }
}
