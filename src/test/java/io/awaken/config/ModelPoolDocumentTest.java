package io.awaken.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelPoolSpec.Member;
import io.awaken.core.spec.ModelPoolSpec.Role;
import io.awaken.fixture.FolderDocuments;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents of pools, each refused with file, line and field. */
@Rows(1014)
class ModelPoolDocumentTest {

  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException {
    write("models/m.yaml", "{provider: scripted, model: m}");
    write("agents/a.yaml", "model_id: fast\n");
  }

  private void write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private Documents load() {
    return new DocumentLoader(name -> Optional.empty(), directory, Set.of("scripted"))
        .load(
            List.of(new FolderDocuments(directory)),
            BuiltinDocuments.choose(name -> Optional.empty()));
  }

  private List<String> problems() {
    return catchThrowableOfType(DocumentException.class, this::load).problems().stream()
        .map(DocumentProblem::toString)
        .toList();
  }

  @Test
  void aPoolIsReadAndAnAgentMayNameIt() throws IOException {
    write(
        "model-pools/fast.yaml",
        """
        members:
        - model_id: m
          weight: 3
        - model: scripted/other
        - model_id: default
          role: failover
        switch_budget: 1
        """);

    assertThat(load().pools())
        .containsExactly(
            new ModelPoolSpec(
                "fast",
                List.of(
                    new Member("m", 3, Role.HOME),
                    new Member("scripted/other", 1, Role.HOME),
                    new Member("default", 1, Role.FAILOVER)),
                1));
  }

  @Test
  void nestedPoolsAreRefused() throws IOException {
    write("model-pools/fast.yaml", "members: [{model_id: slow}]");
    write("model-pools/slow.yaml", "members: [{model_id: fast}]");

    assertThat(problems()).hasSize(2).allMatch(each -> each.contains("is a pool"));
  }

  @Test
  void modelsAndPoolsCannotShareAnId() throws IOException {
    write("model-pools/m.yaml", "members: [{model_id: default}]");
    write("agents/a.yaml", "model_id: m\n");

    assertThat(problems())
        .singleElement()
        .asString()
        .endsWith("id 'm' is also the id of models/m.yaml");
  }

  @Test
  void anAgentWithABrokenPoolIsNotReportedItself() throws IOException {
    write("model-pools/fast.yaml", "members: []");

    assertThat(problems()).singleElement().asString().startsWith("model-pools/fast.yaml");
  }
}
