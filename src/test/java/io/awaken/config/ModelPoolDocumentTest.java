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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          members: []                                     | members must have at least one with the role home
          switch_budget: 1                                | members must have at least one with the role home
          members: [{model_id: m, role: failover}]        | members must have at least one with the role home
          members: [{model_id: m, weight: 0}]             | members[0].weight must be 1 to 1000
          members: [{model_id: m, weight: 1001}]          | members[0].weight must be 1 to 1000
          members: [{model_id: m, weight: 0.5}]           | members[0].weight must be a whole number
          members: [{model_id: m, role: spare}]           | members[0].role must be one of [failover, home]
          members: [{weight: 1}]                          | members[0].model_id is required
          members: [{model_id: m}, {model_id: m}]         | members[1].model_id 'm' is already a member
          members: [{model_id: m}, {model_id: none}]      | members[1].model_id 'none' does not exist; there are [default, m]
          members: [{model_id: m}, {model: none}]         | members[1].model 'none' does not exist; there are [default, m]
          members: [{model_id: fast}]                     | members[0].model_id 'fast' is a pool; the members of a pool are models
          members: [{model_id: m, price: 3}]              | members[0].price is unknown; known fields are model_id, role, weight
          '{members: [{model_id: m}], switch_budget: -1}' | switch_budget must be 0 to 32
          """)
  void anInvalidPoolIsRefusedWithItsPosition(String document, String problem) throws IOException {
    write("model-pools/fast.yaml", document);

    assertThat(problems())
        .singleElement()
        .asString()
        .matches("model-pools/fast\\.yaml:1:\\d+ .*")
        .endsWith(problem);
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
